import type { Taken, TokenBuckets } from '../../../db/engine/token-buckets.js'
import { Throttle } from './throttle.js'

/**
 * Token buckets of a single process. Each combination of burst and pace has its own throttle, so a flood of names in
 * one does not evict the buckets of another.
 */
export class MemoryBuckets implements TokenBuckets {
  readonly #throttles = new Map<string, Throttle>()

  async take (taken: readonly Taken[], isForced = false): Promise<number[]> {
    const levels = taken.map(({ bucket }) => this.#of(bucket).left(bucket.name))
    if (isForced || taken.every(({ tokens }, at) => levels[at]! >= tokens)) {
      for (const { bucket, tokens } of taken) this.#of(bucket).take(bucket.name, tokens)
    }
    return levels
  }

  #of ({ burst, every }: { burst: number, every: number }): Throttle {
    const pace = `${burst} ${every}`
    let throttle = this.#throttles.get(pace)
    if (throttle === undefined) this.#throttles.set(pace, throttle = new Throttle({ burst, every }))
    return throttle
  }
}
