import { setTimeout as pause } from 'node:timers/promises'

/**
 * While others write, it rests after each step so many times as long as that took: the large parts of an index may need
 * thousands of steps, and writes wait for each. Milliseconds for which it rests at the most, and for which others count
 * as writing.
 */
const REST = 4
const LONGEST_REST = 100
const WRITING = 250

/** Merges the parts of which indexes of texts consist, little by little, beside what others write. */
export class IndexMerging {
  #written = -Infinity
  #running: Promise<void> | undefined

  /** @param step merges a little; returns whether there may be more. */
  constructor (private readonly step: () => Promise<boolean>) {}

  /** Has it rest for a while between steps. */
  noteWrite (): void {
    this.#written = performance.now()
  }

  /** Ends when there is nothing more to merge. */
  async run (): Promise<void> {
    this.#running ??= this.#run().finally(() => { this.#running = undefined })
    await this.#running
  }

  /** Ends when it does nothing, or its step has failed. */
  async atRest (): Promise<void> {
    await this.#running?.catch(() => {})
  }

  async #run (): Promise<void> {
    for (let begin = performance.now(); await this.step(); begin = performance.now()) {
      const end = performance.now()
      if (end - this.#written < WRITING) await pause(Math.min(REST * (end - begin), LONGEST_REST))
    }
  }
}
