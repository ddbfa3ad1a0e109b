import { setTimeout as pause } from 'node:timers/promises'

/**
 * While there are writes, merging pauses after each step for a multiple of the step's duration: large segments of an
 * index may need thousands of steps, and writes wait for each. The pause is limited. Writes count as going on for some
 * milliseconds after the last one.
 */
const REST_FACTOR = 4
const REST_MAX_MS = 100
const WRITE_ACTIVE_MS = 250

/** Merges the segments of the text indexes in the background, in small steps between which writes can run. */
export class IndexMerging {
  #running: Promise<void> | undefined

  /** @param step runs one merge step; returns whether there may be more. @param written time of the last write. */
  constructor (private readonly step: () => Promise<boolean>, private readonly written: () => number) {}

  /** Resolves when there is nothing more to merge. */
  async run (): Promise<void> {
    this.#running ??= this.#run().finally(() => { this.#running = undefined })
    await this.#running
  }

  /** Resolves when no merging is under way, or its step has failed. */
  async atRest (): Promise<void> {
    await this.#running?.catch(() => {})
  }

  async #run (): Promise<void> {
    for (let begin = performance.now(); await this.step(); begin = performance.now()) {
      const end = performance.now()
      if (end - this.written() < WRITE_ACTIVE_MS) await pause(Math.min(REST_FACTOR * (end - begin), REST_MAX_MS))
    }
  }
}
