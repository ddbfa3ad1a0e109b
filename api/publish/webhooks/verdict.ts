import type { PostOutcome } from '../../../files/remote/remote-post.js'
import type { Settings } from '../../runtime/settings/settings.js'

/** Factor by which the wait grows after each attempt. */
const RETRY_GROWTH_FACTOR = 4

/** Relative random deviation of waits, so that a receiver does not get all deliveries at once. */
const RETRY_JITTER = 0.2

/** Limit for the wait that a receiver may request by `Retry-After`. */
const RETRY_AFTER_MAX_MS = 24 * 60 * 60 * 1000

/** The state of a delivery after an attempt. */
export interface Verdict {
  readonly state: 'delivered' | 'pending' | 'failed'
  /** Why it was not delivered. */
  readonly error: string | null
  readonly status: number | null
  /** Time of the next attempt, in milliseconds since 1970. */
  readonly due: number
  /** The receiver wants no further deliveries, ever (410). */
  readonly isGone: boolean
  /** The receiver wants no deliveries before this time, in milliseconds since 1970. */
  readonly pausedUntil: number | null
}

/** The longest time between two attempts, in whole milliseconds. */
export function longestWait ({ webhookLastRetry }: Settings): number {
  return Math.max(Math.ceil(webhookLastRetry * (1 + RETRY_JITTER)), RETRY_AFTER_MAX_MS)
}

/**
 * Decides on an attempt. Only 2xx is success; everything else is retried, except 410 (Gone).
 * @param tries attempts including this one.
 * @param now in milliseconds since 1970.
 */
export function verdictOn (
  outcome: PostOutcome, tries: number, { webhookTries, webhookFirstRetry, webhookLastRetry }: Settings, now: number
): Verdict {
  const status = 'status' in outcome ? outcome.status : null
  if (status !== null && status >= 200 && status <= 299) {
    return { state: 'delivered', error: null, status, due: now, isGone: false, pausedUntil: null }
  }
  const isGone = status === 410
  const wait = Math.min(webhookFirstRetry * RETRY_GROWTH_FACTOR ** (tries - 1), webhookLastRetry)
  const jittered = wait * (1 - RETRY_JITTER + 2 * RETRY_JITTER * Math.random())
  const isThrottled = 'status' in outcome && (status === 429 || status === 503)
  const pause = Math.min((isThrottled ? outcome.retryAfter ?? 0 : 0) * 1000, RETRY_AFTER_MAX_MS)
  const pausedUntil = pause > 0 ? now + pause : null
  return {
    state: isGone || tries >= webhookTries ? 'failed' : 'pending',
    error: 'failure' in outcome ? outcome.failure : errorOf(outcome.status),
    status,
    due: Math.max(Math.round(now + jittered), pausedUntil ?? 0),
    isGone,
    pausedUntil
  }
}

function errorOf (status: number): string {
  return status >= 300 && status <= 399 ? `answered ${status}; redirects are not followed` : `answered ${status}`
}
