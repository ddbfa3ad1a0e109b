import { Client, type ClientRequest } from '../../bench/http/client.js'
import type { Random } from '../random.js'
import type { Report } from '../report.js'
import { Tally, type Ending } from './tally.js'

/** Milliseconds without an answer after which a request is given up. */
const LONGEST_WAIT = 60_000
/** Milliseconds for which a node is left alone that could not be reached, as load balancers do. */
const LEFT_ALONE = 1000

export interface Answer {
  ending: Ending
  status: number | undefined
  text: string
  body: Buffer
  node: number
  /** Position that the answer to a write contained (docs/scale.md). */
  position?: number
}

/** Sends requests to several nodes, in turns at random, and counts how they end. It repeats nothing. */
export class Balancer {
  tally = new Tally()
  readonly #clients: readonly Client[]
  readonly #leftAloneUntil: number[]

  constructor (readonly bases: readonly string[], private readonly random: Random, private readonly report: Report) {
    this.#clients = bases.map((base) => new Client(base, 16, LONGEST_WAIT))
    this.#leftAloneUntil = bases.map(() => 0)
  }

  /** @param other a node that is not to be asked. @param expected statuses that are right. */
  async send (
    wanted: ClientRequest, { other, expected = [200] }: { other?: number, expected?: number[] } = {}
  ): Promise<Answer> {
    const node = this.#choose(other)
    const begin = performance.now()
    this.report.requests++
    try {
      const { status, body, headers: { 'service-position': position } } = await this.#clients[node]!.send(wanted)
      const ending = expected.includes(status) ? 'done' : status === 503 ? 'refused' : status === 507 ? 'full' : 'wrong'
      const text = body.toString()
      if (ending === 'wrong') {
        this.tally.note(`${wanted.method ?? 'GET'} ${wanted.path.replace(/\d+/g, 'N')} was answered ${status}: ${text.slice(0, 200)}`)
      }
      this.tally.count(ending, performance.now() - begin)
      return { ending, status, text, body, node, ...(position !== undefined && { position: Number(position) }) }
    } catch {
      this.#leftAloneUntil[node] = performance.now() + LEFT_ALONE
      this.tally.count('unanswered', performance.now() - begin)
      return { ending: 'unanswered', status: undefined, text: '', body: Buffer.alloc(0), node }
    }
  }

  close (): void {
    for (const client of this.#clients) client.close()
  }

  #choose (other: number | undefined): number {
    const all = this.bases.map((_, at) => at).filter((at) => at !== other)
    const now = performance.now()
    const ready = all.filter((at) => this.#leftAloneUntil[at]! <= now)
    return this.random.pick(ready.length === 0 ? all : ready)
  }
}
