import type { TokenBuckets } from '../../../db/engine/token-buckets.js'
import { Throttle, type Pace } from './throttle.js'

/** Milliseconds after which other processes know what this one has allowed. */
const SETTLED_EVERY = 1000

/** Buckets of one statement. */
const BATCH = 500

/**
 * A throttle for what is too frequent to ask the database each time: a process counts at once what it allows itself,
 * and every second what all others have. While the database cannot be reached, each counts for itself.
 */
export class SharedThrottle extends Throttle {
  readonly #buckets: TokenBuckets
  readonly #pace: Pace
  readonly #purpose: string
  #taken = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  /** @param purpose tells its buckets from those of other throttles. */
  constructor (buckets: TokenBuckets, purpose: string, pace: Pace) {
    super(pace)
    this.#buckets = buckets
    this.#pace = pace
    this.#purpose = purpose
  }

  override take (name: string, tokens = 1): void {
    super.take(name, tokens)
    this.#taken.set(name, (this.#taken.get(name) ?? 0) + tokens)
    this.#timer ??= this.#settleSoon()
  }

  #settleSoon (): NodeJS.Timeout {
    return setTimeout(() => { this.#settle().catch(() => {}) }, SETTLED_EVERY).unref()
  }

  async #settle (): Promise<void> {
    const taken = [...this.#taken]
    this.#taken = new Map()
    try {
      for (let at = 0; at < taken.length; at += BATCH) {
        const batch = taken.slice(at, at + BATCH)
        const levels = await this.#buckets.take(batch.map(([name, tokens]) => ({
          bucket: { ...this.#pace, name: `${this.#purpose} ${name}` }, tokens
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
