import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../http/client.js'
import { median } from '../statistics.js'

/** Something that goes on beside what is measured. It can be paused, and goes on where it was. */
export class Beside {
  readonly #latencies: number[] = []
  #isWanted = false
  #work: Promise<void> = Promise.resolve()

  /**
   * @param what it does, for people: `changes`.
   * @param step does it once; `number` counts from 0.
   * @param every how often, in milliseconds; 0 for without a rest.
   */
  constructor (
    readonly what: string,
    private readonly step: (client: Client, number: number) => Promise<unknown>,
    private readonly every: number
  ) {}

  start (base: string): void {
    this.#isWanted = true
    this.#work = this.#run(base)
    // Whoever stops it hears of failures; until then they wait.
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
