import { LRUCache } from 'lru-cache'

/** Parameters of a token bucket: its capacity, and the seconds after which it gains a token. */
export interface Pace { burst: number, every: number }

interface Bucket { level: number, since: number }

/** Maximal number of buckets. An evicted bucket starts full again, but evicting one takes as many other names. */
const MAX_BUCKETS = 100_000

/** Seconds until a bucket of this level holds so many tokens; 0 when it does. */
export function waitFor (tokens: number, level: number, { every }: Pace): number {
  return Math.max(0, Math.ceil((tokens - level) * every))
}

/**
 * Limits how often something is done, with one token bucket per name. Nobody is locked out for longer than the bucket
 * takes to gain a token.
 */
export class Throttle {
  readonly #pace: Pace
  readonly #clock: () => number
  // Limited by `maxSize`, not by `max`, for which the cache would allocate room for all buckets at every start.
  readonly #buckets = new LRUCache<string, Bucket>({ maxSize: MAX_BUCKETS, sizeCalculation: () => 1 })

  /** @param clock gives seconds. */
  constructor (pace: Pace, clock: () => number = () => Date.now() / 1000) {
    this.#pace = pace
    this.#clock = clock
  }

  /** Seconds until so many tokens are available; 0 when they are. */
  wait (name: string, tokens = 1): number {
    return waitFor(tokens, this.#level(name), this.#pace)
  }

  /** Takes tokens; puts some back if they are less than none. */
  take (name: string, tokens = 1): void {
    this.#set(name, this.#level(name) - tokens)
  }

  /** The tokens that are available, and a part of the next. */
  left (name: string): number {
    return this.#level(name)
  }

  /** Notes how many tokens there are. */
  correct (name: string, level: number): void {
    this.#set(name, level)
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
