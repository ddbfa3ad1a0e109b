import type { Taken, TokenBuckets } from '../../../db/engine/token-buckets.js'
import { Throttle } from './throttle.js'

/** Buckets of a process that is the only one. Those of one burst and pace are forgotten only for others of the same. */
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
