import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../http/client.js'
import { median } from '../statistics.js'

/** A background load during a measurement. It can be paused and continued. */
export class Beside {
  readonly #latencies: number[] = []
  #isWanted = false
  #work: Promise<void> = Promise.resolve()

  /**
   * @param what name of the load in reports, such as `changes`.
   * @param step one repetition; `number` counts from 0.
   * @param every interval in milliseconds; 0 for no pause.
   */
  constructor (
    readonly what: string,
    private readonly step: (client: Client, number: number) => Promise<unknown>,
    private readonly every: number
  ) {}

  start (base: string): void {
    this.#isWanted = true
    this.#work = this.#run(base)
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

  async #run (base: string): Promise<void> {
    const client = new Client(base)
    try {
      while (this.#isWanted) {
        const begin = performance.now()
        await this.step(client, this.#latencies.length)
        const milliseconds = performance.now() - begin
        this.#latencies.push(milliseconds)
        if (milliseconds < this.every) await sleep(this.every - milliseconds)
      }
    } finally {
      client.close()
    }
  }
}
