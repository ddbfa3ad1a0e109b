import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../http/client.js'
import { median } from '../statistics.js'

/** Milliseconds after which a pausing load looks whether it is still wanted. */
const LONGEST_SLEEP = 50

/** A background load during a measurement. It can be paused and continued. */
export class Beside {
  readonly #latencies: number[] = []
  #begun = 0
  #seconds = 0
  #isWanted = false
  #work: Promise<void> = Promise.resolve()

  /**
   * @param what name of the load in reports, such as `changes`.
   * @param step one repetition; `number` counts from 0.
   * @param every interval in milliseconds between repetitions; 0 for no pause.
   * @param connections that take turns, so that a slow answer does not delay the next repetition.
   */
  constructor (
    readonly what: string,
    private readonly step: (client: Client, number: number) => Promise<unknown>,
    private readonly every: number,
    private readonly connections = 1
  ) {}

  start (base: string): void {
    this.#isWanted = true
    const begin = performance.now()
    const turns = Array.from({ length: this.connections }, async (_, turn) => { await this.#run(base, turn) })
    this.#work = Promise.all(turns).then(() => { this.#seconds += (performance.now() - begin) / 1000 })
    // A failure is thrown by `stop`; until then it must not count as an unhandled rejection.
    this.#work.catch(() => {})
  }

  async stop (): Promise<void> {
    this.#isWanted = false
    await this.#work
  }

  get note (): string {
    return `${this.#latencies.length} ${this.what}, ${median(this.#latencies).toFixed(1)} ms each (median)`
  }

  /** Repetitions that were completed a second. */
  get perSecond (): number {
    return this.#latencies.length / this.#seconds
  }

  async #run (base: string, turn: number): Promise<void> {
    const client = new Client(base)
    const interval = this.every * this.connections
    let due = performance.now() + this.every * turn
    try {
      while (this.#isWanted) {
        // Timers fire late rather than early: what is due is counted from what was due before, not from now.
        const now = performance.now()
        if (due > now) {
          await sleep(Math.min(due - now, LONGEST_SLEEP))
          continue
        }
        await this.step(client, this.#begun++)
        const end = performance.now()
        this.#latencies.push(end - now)
        due = Math.max(due + interval, end - interval)
      }
    } finally {
      client.close()
    }
  }
}
