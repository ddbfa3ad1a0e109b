import { setTimeout as pause } from 'node:timers/promises'
import type { ClientRequest } from '../../bench/http/client.js'
import { itemWithFile } from '../http/form.js'
import { payloadOf, sha256, type Ledger, type State } from '../kills/ledger.js'
import type { Random } from '../random.js'
import type { Report } from '../report.js'
import type { Answer, Balancer } from './balancer.js'

/** Titles of what only those who sign in may see begin with it. */
const SECRET = 'secret'
/** Milliseconds between two requests of one client. */
const PACE = 15
/** Milliseconds after which every client must see a write. */
const BOUND = 1500
/** Most items that a reader of lists asks for. */
const PAGE = 30

const isSecret = (title: unknown): boolean => typeof title === 'string' && title.startsWith(SECRET)

/** Readers and writers who share a ledger of what was acknowledged, and hold every answer against it. */
export class Load {
  isStopped = false
  /**
   * Whether readers name the position of what was written last: while the primary is away, accounts are shown what the
   * replica has received, but a reader that names a position sees nothing older.
   */
  namesPosition = false
  #position = 0
  /** Items that were made private, and when that was acknowledged. */
  readonly #hidden = new Map<number, number>()
  #clients: Array<Promise<void>> = []

  constructor (
    private readonly balancer: Balancer,
    private readonly ledger: Ledger,
    /** Header of an account that may see everything. */
    private readonly authorization: string,
    private readonly random: Random,
    private readonly report: Report
  ) {}

  begin (writers: number, readers: number): void {
    this.#clients = [
      ...Array.from({ length: writers }, async (_, at) => { await this.#write(`w${at}`) }),
      ...Array.from({ length: readers }, async () => { await this.#read() }),
      ...Array.from({ length: readers }, async () => { await this.#look() })
    ]
  }

  async end (): Promise<void> {
    this.isStopped = true
    await Promise.all(this.#clients)
  }

  get #headers (): Record<string, string> {
    return { authorization: this.authorization }
  }

  async #write (name: string): Promise<void> {
    const own: number[] = []
    for (let count = 0; !this.isStopped; count++, this.report.steps++) {
      const dice = this.random.next()
      const id = own.length === 0 ? undefined : this.random.pick(own)
      const secret = this.random.chance(0.3) ? `${SECRET} ` : ''
      const title = `${secret}${name} ${count} ${this.random.word()}`
      if (id === undefined || dice < 0.4) await this.#create(own, title, dice < 0.1)
      else if (dice < 0.85) await this.#change(own, id, title)
      else await this.#delete(own, id)
      await pause(PACE)
    }
  }

  async #create (own: number[], title: string, hasFile: boolean): Promise<void> {
    const content = Buffer.from(`${title} `.repeat(20))
    const state = hasFile ? { title, sha256: sha256(content) } : { title }
    const payload = { ...payloadOf(title), 'o:is_public': !isSecret(title) }
    this.ledger.creating(state)
    const upload = hasFile ? itemWithFile(payload, 'a.txt', content) : asJson(payload)
    const headers = { ...this.#headers, ...upload.headers }
    const { ending, text, node } = await this.#send({
      method: 'POST', path: '/api/items', headers, body: upload.body
    })
    if (ending !== 'done') return
    const { 'o:id': id } = JSON.parse(text) as { 'o:id': number }
    this.ledger.created(id, state)
    own.push(id)
    await this.#see(id, node)
  }

  async #change (own: number[], id: number, title: string): Promise<void> {
    const state = { ...this.ledger.stateOf(id)!, title }
    this.ledger.changing(id, state)
    this.#hidden.delete(id)
    const body = asJson({ ...payloadOf(title), 'o:is_public': !isSecret(title) })
    const { ending, node } = await this.#send({
      method: 'PATCH', path: `/api/items/${id}`, headers: { ...this.#headers, ...body.headers }, body: body.body
    })
    // Whether it took place is unknown, so the item is not changed again.
    if (ending !== 'done') return drop(own, id)
    this.ledger.changed(id, state)
    if (isSecret(title)) this.#hidden.set(id, performance.now())
    await this.#see(id, node)
  }

  async #delete (own: number[], id: number): Promise<void> {
    drop(own, id)
    this.ledger.changing(id, null)
    this.#hidden.delete(id)
    const { ending, node } = await this.#send({
      method: 'DELETE', path: `/api/items/${id}`, headers: this.#headers
    })
    if (ending !== 'done') return
    this.ledger.changed(id, null)
    await this.#see(id, node)
  }

  /** Sends what writes. */
  async #send (wanted: ClientRequest): Promise<Answer> {
    const answer = await this.balancer.send(wanted)
    this.#position = Math.max(this.#position, answer.position ?? 0)
    return answer
  }

  /** A client that has written through one node sees it through any other. */
  async #see (id: number, node: number): Promise<void> {
    await this.#compare(id, this.ledger.stateOf(id), 'just written', node)
  }

  async #compare (id: number, state: State, what: string, other?: number): Promise<void> {
    const headers = { ...this.#headers, ...(this.namesPosition && { 'service-position': String(this.#position) }) }
    const wanted = { path: `/api/items/${id}`, headers }
    const answer = await this.balancer.send(wanted, { expected: [200, 404], ...(other !== undefined && { other }) })
    if (answer.ending !== 'done' || this.ledger.stateOf(id) !== state || !this.ledger.isCertain(id)) return
    const shown = answer.status === 404 ? null : (JSON.parse(answer.text) as { 'o:title': string })['o:title']
    if (shown === (state?.title ?? null)) return
    this.report.fault(`item ${id}, ${what}, is "${shown}" on node ${answer.node}, not "${state?.title}"`)
  }

  /** Reads what is known. */
  async #read (): Promise<void> {
    for (; !this.isStopped; await pause(PACE)) {
      const known = this.ledger.ids
      if (known.length === 0) continue
      const id = this.random.pick(known)
      await this.#compare(id, this.ledger.stateOf(id), 'known')
    }
  }

  /** Looks, as an anonymous client, for private items. */
  async #look (): Promise<void> {
    for (; !this.isStopped; await pause(PACE)) {
      const since = performance.now() - BOUND
      const hidden = [...this.#hidden].filter(([, at]) => at < since).map(([id]) => id)
      if (hidden.length > 0 && this.random.chance(0.5)) {
        const id = this.random.pick(hidden)
        const { ending, status, node } = await this.balancer.send({ path: `/api/items/${id}` }, { expected: [200, 404] })
        if (ending === 'done' && status === 200 && this.#hidden.has(id)) {
          this.report.fault(`item ${id} is private, and node ${node} shows it to everybody`)
        }
        continue
      }
      const path = this.random.chance(0.5)
        ? `/api/items?search=${SECRET}&per_page=${PAGE}`
        : `/api/items?per_page=${PAGE}&sort_by=id&sort_order=desc`
      const { ending, text, node } = await this.balancer.send({ path })
      if (ending !== 'done') continue
      // It got its title and was hidden by one write.
      for (const { 'o:title': title } of JSON.parse(text) as Array<{ 'o:title': string }>) {
        if (isSecret(title)) this.report.fault(`node ${node} shows "${title}" to everybody`)
      }
    }
  }
}

function asJson (payload: object): { headers: Record<string, string>, body: Buffer } {
  return { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(payload)) }
}

function drop (list: number[], entry: number): void {
  list.splice(list.indexOf(entry), 1)
}
