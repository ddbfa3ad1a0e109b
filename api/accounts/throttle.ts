import { LRUCache } from 'lru-cache'

/** How much is done at once, and how many seconds each further time takes. */
export interface Pace { burst: number, every: number }

interface Bucket { level: number, since: number }

/** Names that are kept. One that is evicted begins anew, which takes as many other names to bring about. */
const MAX_NAMES = 100_000

/**
 * Lets something be done for each name at a pace: a bucket of tokens that fills up again slowly. Nobody is ever locked
 * out for longer than one token takes.
 */
export class Throttle {
  readonly #pace: Pace
  readonly #clock: () => number
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_NAMES })

  /** @param clock gives seconds. */
  constructor (pace: Pace, clock: () => number = () => Date.now() / 1000) {
    this.#pace = pace
    this.#clock = clock
  }

  /** Seconds until it may be done again; 0 is now. */
  wait (name: string): number {
    return Math.max(0, Math.ceil((1 - this.#level(name)) * this.#pace.every))
  }

  /** Counts one time. Before the work, not after: many at once are not more than many in a row. */
  take (name: string): void {
    this.#set(name, this.#level(name) - 1)
  }

  /** Takes one time back. */
  giveBack (name: string): void {
    this.#set(name, Math.min(this.#pace.burst, this.#level(name) + 1))
  }

  forget (name: string): void {
    this.#buckets.delete(name)
  }

  #level (name: string): number {
    const bucket = this.#buckets.get(name)
    if (bucket === undefined) return this.#pace.burst
    return Math.min(this.#pace.burst, bucket.level + (this.#clock() - bucket.since) / this.#pace.every)
  }

  #set (name: string, level: number): void {
    this.#buckets.set(name, { level, since: this.#clock() })
  }
}
