import { LRUCache } from 'lru-cache'

/** A token bucket: its capacity, and the seconds after which it gets another token. */
export interface Pace { burst: number, every: number }

interface Bucket { level: number, since: number }

/** Most buckets that are kept. An evicted one starts full again, for which an attacker needs as many other names. */
const MAX_BUCKETS = 100_000

/**
 * Limits how often something is done, by a token bucket for each name. Nobody is ever locked out for longer than one
 * token takes.
 */
export class Throttle {
  readonly #pace: Pace
  readonly #clock: () => number
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS })

  /** @param clock gives seconds. */
  constructor (pace: Pace, clock: () => number = () => Date.now() / 1000) {
    this.#pace = pace
    this.#clock = clock
  }

  /** Seconds until the next token; 0 when there is one. */
  wait (name: string): number {
    return Math.max(0, Math.ceil((1 - this.#level(name)) * this.#pace.every))
  }

  /** Takes a token. To be called before the work, so that parallel attempts count like successive ones. */
  take (name: string): void {
    this.#set(name, this.#level(name) - 1)
  }

  /** Puts a token back. */
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
