import { itemWithFile } from '../http/form.js'
import type { Session } from '../http/session.js'
import type { Random } from '../random.js'
import type { Report } from '../report.js'
import { payloadOf, sha256, type Ledger } from './ledger.js'

/** Sends writes one after the other until the server is killed, and enters acknowledged ones in the ledger. */
export class Writer {
  /** The items it may change; no other writer changes them, so their expected state is certain. */
  readonly #own: number[] = []
  isStopped = false

  constructor (
    private readonly name: string,
    private readonly session: Session,
    private readonly ledger: Ledger,
    private readonly random: Random,
    private readonly report: Report,
    private readonly pictures: readonly Buffer[]
  ) {}

  async run (): Promise<void> {
    try {
      for (let count = 0; !this.isStopped; count++) {
        await this.#step(`${this.name} ${count} ${this.random.word()}`)
        this.report.steps++
      }
    } catch (error) {
      // The server was killed during a request; whether it took effect is unknown.
      if (!this.isStopped) this.report.fault(`a writer failed while the server was there: ${(error as Error).message}`)
    }
  }

  async #step (title: string): Promise<void> {
    const dice = this.random.next()
    const id = this.#own.length === 0 ? undefined : this.random.pick(this.#own)
    if (id === undefined || dice < 0.4) await this.#create(title)
    else if (dice < 0.6) await this.#upload(title)
    else if (dice < 0.85) await this.#change(id, title)
    else await this.#delete(id)
  }

  async #create (title: string): Promise<void> {
    this.ledger.creating({ title })
    const { 'o:id': id } = await this.session.json({
      method: 'POST',
      path: '/api/items',
      as: 'editor',
      json: payloadOf(title)
    })
    this.#keep(id, { title })
  }

  async #upload (title: string): Promise<void> {
    const isPicture = this.random.chance(0.5)
    const content = isPicture
      ? this.random.pick(this.pictures)
      : Buffer.from(`${title} `.repeat(this.random.between(1, 20_000)))
    const state = { title, sha256: sha256(content) }
    this.ledger.creating(state)
    const upload = itemWithFile(payloadOf(title), isPicture ? 'a.png' : 'a.txt', content)
    const { 'o:id': id } = await this.session.json({ method: 'POST', path: '/api/items', as: 'editor', ...upload })
    this.#keep(id, state)
  }

  #keep (id: number, state: { title: string, sha256?: string }): void {
    this.ledger.created(id, state)
    this.#own.push(id)
  }

  async #change (id: number, title: string): Promise<void> {
    const state = { ...this.ledger.stateOf(id), title }
    this.ledger.changing(id, state)
    await this.session.json({ method: 'PATCH', path: `/api/items/${id}`, as: 'editor', json: payloadOf(title) })
    this.ledger.changed(id, state)
  }

  async #delete (id: number): Promise<void> {
    this.#own.splice(this.#own.indexOf(id), 1)
    this.ledger.changing(id, null)
    await this.session.json({ method: 'DELETE', path: `/api/items/${id}`, as: 'editor' })
    this.ledger.changed(id, null)
  }
}
