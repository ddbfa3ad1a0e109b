import type { TokenBuckets } from '../../../db/engine/token-buckets.js'
import { Throttle, type Pace } from './throttle.js'

/** Interval at which processes exchange what they have allowed. */
const SETTLE_INTERVAL_MS = 1000

const BUCKETS_PER_STATEMENT = 500

/**
 * A throttle for events too frequent for a database query each. A process counts its own tokens at once, and every
 * second fetches what the others have taken. While the database is unreachable, each process counts for itself.
 */
export class SharedThrottle extends Throttle {
  #taken = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  /** @param purpose prefix of the bucket names, which separates them from other throttles. */
  constructor (private readonly buckets: TokenBuckets, private readonly purpose: string, pace: Pace) {
    super(pace)
  }

  override take (name: string, tokens = 1): void {
    super.take(name, tokens)
    this.#taken.set(name, (this.#taken.get(name) ?? 0) + tokens)
    this.#timer ??= this.#settleSoon()
  }

  #settleSoon (): NodeJS.Timeout {
    return setTimeout(() => { this.#settle().catch(() => {}) }, SETTLE_INTERVAL_MS).unref()
  }

  async #settle (): Promise<void> {
    const taken = [...this.#taken]
    this.#taken = new Map()
    try {
      for (let at = 0; at < taken.length; at += BUCKETS_PER_STATEMENT) {
        const batch = taken.slice(at, at + BUCKETS_PER_STATEMENT)
        const levels = await this.buckets.take(batch.map(([name, tokens]) => ({
          bucket: { ...this.pace, name: `${this.purpose} ${name}` }, tokens
        })), true)
        batch.forEach(([name, tokens], at) => {
          this.correct(name, levels[at]! - tokens - (this.#taken.get(name) ?? 0))
        })
      }
    } finally {
      this.#timer = this.#taken.size > 0 ? this.#settleSoon() : undefined
    }
  }
}
