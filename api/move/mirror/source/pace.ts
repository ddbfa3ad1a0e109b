import { setTimeout as pause } from 'node:timers/promises'

/** Longest time, in seconds, for which a source is waited for at its wish. */
export const PAUSE_MAX_SECONDS = 300

/** Seconds of a `Retry-After` header, which contains seconds or a date; undefined for any other value. */
export function secondsOf (header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

/** Limits the rate of requests: evenly spaced, with pauses that the source requests. */
export class Pace {
  #next = 0
  #pausedUntil = 0

  /** @param rate requests per second; 0: no limit. */
  constructor (readonly rate: number) {}

  /** Resolves when it is this request's turn. @throws the reason of the signal. */
  async turn (signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const now = performance.now()
      const begin = Math.max(this.#pausedUntil, this.rate > 0 ? this.#next : 0)
      if (begin <= now) {
        if (this.rate > 0) this.#next = Math.max(now, this.#next) + 1000 / this.rate
        return
      }
      await pause(begin - now, undefined, { signal })
    }
  }

  /** Lets all requests wait. @param seconds at most PAUSE_MAX_SECONDS count. */
  rest (seconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + Math.min(seconds, PAUSE_MAX_SECONDS) * 1000)
  }
}
