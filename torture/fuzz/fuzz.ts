import path from 'node:path'
import { sendRaw } from '../http/raw.js'
import { Session } from '../http/session.js'
import { createFolder } from '../process/accounts.js'
import { Server } from '../process/server.js'
import type { Context, Torture } from '../torture.js'
import { Watchdog } from '../watch/watchdog.js'
import { prepareArsenal } from './arsenal.js'
import type { Arsenal, Attack, Family } from './attack.js'
import { files } from './families/files.js'
import { forms } from './families/forms.js'
import { headers } from './families/headers.js'
import { json } from './families/json.js'
import { patches } from './families/patches.js'
import { queries } from './families/queries.js'
import { monsters } from './monsters.js'
import { importVocabularies } from './vocabulary.js'

const FAMILIES: readonly Family[] = [queries, json, patches, forms, headers, files]

/** Number of concurrent attacks. */
const CONNECTIONS = 4

/**
 * Limits in bytes: growth of memory since the first attacks, after a garbage collection; and peak memory.
 */
const MAX_KEPT = 150 * 2 ** 20
const MAX_AT_ALL = 1200 * 2 ** 20

/** Characters of a request that are reported with its fault. */
const SHOWN = 500

export const fuzz: Torture = {
  name: 'fuzz',
  description: 'strange JSON, queries, forms, patches, headers, files and RDF; no 5xx, nobody waits, memory stays flat',
  async run (context) {
    const data = path.join(context.folder, 'data')
    await new Fuzz(context, data).run()
    await importVocabularies(data, context)
  }
}

class Fuzz {
  #server!: Server
  #session!: Session
  #arsenal!: Arsenal
  /** The families and monsters that were run, each with the time of its start. */
  readonly #turns: Array<{ name: string, begin: number }> = []
  /** Whether an attack was not answered; results after it would be meaningless. */
  #isOver = false
  /** Peak memory of the server, in bytes. */
  #peak = 0

  constructor (private readonly context: Context, private readonly data: string) {}

  async run (): Promise<void> {
    const { report, scaled } = this.context
    const accounts = await createFolder(this.data)
    this.#server = await Server.start(this.data)
    this.#session = new Session(this.#server.base, accounts, report, CONNECTIONS)
    this.#arsenal = await prepareArsenal(this.#session, this.#server.base, accounts)
    const questions = [
      '/api-context',
      `/api/items/${this.#arsenal.ids.items.at(-1)}`,
      '/api/items?per_page=1',
      '/api/data_types'
    ]
    const watchdog = await Watchdog.start(this.#server.base, questions, report, (milliseconds) =>
      this.#familiesSince(performance.now() - milliseconds)
    )
    try {
      for (const family of FAMILIES) await this.#attack(family, scaled(20, 100))
      const before = this.#server.isAlive && !this.#isOver ? await this.#server.memory() : 0
      for (const monster of monsters) await this.#all(monster.make(this.#arsenal, scaled(0.25, 1)), monster.name)
      for (const family of FAMILIES) {
        await this.#attack(family, scaled(family === files ? 40 : 250, family === files ? 1500 : 25_000))
      }
      if (this.#server.isAlive && !this.#isOver) await this.#compareMemory(before)
    } finally {
      report.notes.push(`the watchdog asked ${await watchdog.stop()} questions`)
      this.#session.close()
    }
    for (const line of this.#server.errorLines()) report.fault(`the server logged ${line.slice(0, 1500)}`)
    const ending = await this.#server.stop()
    if (ending !== undefined) report.fault(ending)
  }

  async #compareMemory (before: number): Promise<void> {
    const { report } = this.context
    const kept = await this.#server.memory() - before
    report.notes.push(`memory in use grew by ${megabytes(kept)}; ${megabytes(this.#peak)} at most`)
    if (kept > MAX_KEPT) report.fault(`memory in use grew by ${megabytes(kept)}`)
  }

  #familiesSince (time: number): string {
    const later = this.#turns.filter(({ begin }) => begin > time)
    const earlier = this.#turns.slice(0, this.#turns.length - later.length)
    return [...earlier.slice(-1), ...later].map(({ name }) => name).join(', ')
  }

  async #attack (family: Family, count: number): Promise<void> {
    const { random } = this.context
    await this.#all(Array.from({ length: count }, () => () => family.make(random, this.#arsenal)), family.name)
  }

  /** Runs several at a time; each is generated only when it is sent. */
  async #all (attacks: ReadonlyArray<Attack | (() => Attack)>, name: string): Promise<void> {
    await this.#inTurns(attacks, name)
    if (!this.#server.isAlive) return
    const peak = this.#server.takePeakMemory()
    this.#peak = Math.max(this.#peak, peak)
    if (peak > MAX_AT_ALL) this.context.report.fault(`the process took ${megabytes(peak)} during ${name}`)
  }

  async #inTurns (attacks: ReadonlyArray<Attack | (() => Attack)>, name: string): Promise<void> {
    this.#turns.push({ name, begin: performance.now() })
    const left = attacks.values()
    await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
      for (const attack of left) {
        if (this.#isOver || !this.#server.isAlive) return
        await this.#perform(typeof attack === 'function' ? attack() : attack, name)
      }
    }))
  }

  async #perform (attack: Attack, name: string): Promise<void> {
    const { report } = this.context
    report.steps++
    const label = `${name}: ${describe(attack)}`
    try {
      const { status, text } = await this.#send(attack)
      const isOverload = status === 503 && /retry-after/i.test(text)
      if (status !== undefined && status >= 500 && !isOverload) { report.fault(`${label} was answered ${status} ${text.slice(-300)}`) }
    } catch (error) {
      report.fault(`${label} was not answered (${(error as Error).message}); all that was to follow was left out`)
      this.#isOver = true
    }
    if (!this.#server.isAlive) {
      report.fault(
        `the process ended with ${await this.#server.ended} during ${label}: ${this.#server.log.slice(-1500)}`
      )
    }
  }

  async #send (attack: Attack): Promise<{ status: number | undefined, text: string }> {
    if ('raw' in attack) {
      this.context.report.requests++
      const { status, text, isLate } = await sendRaw(this.#server.base, attack.raw, attack.cutAfter)
      if (isLate) throw new Error('nothing came')
      return { status, text }
    }
    const { status, headers: received, body } = await this.#session.send(attack)
    return {
      status,
      text: `${received['retry-after'] === undefined ? '' : 'Retry-After '}${body.toString('utf8', 0, 2000)}`
    }
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`

function describe (attack: Attack): string {
  if ('raw' in attack) return JSON.stringify(attack.raw.toString('latin1').slice(0, SHOWN))
  const { method = 'GET', path: address, as, body, headers: sent } = attack
  return `${as ?? 'anonymous'} ${method} ${address.slice(0, SHOWN)} ${sent?.['content-type'] ?? ''} ${body?.toString().slice(0, SHOWN) ?? ''}`
}
