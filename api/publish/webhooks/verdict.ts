import type { PostOutcome } from '../../../files/remote/remote-post.js'
import type { Settings } from '../../runtime/settings/settings.js'

export type RetrySettings =
  Pick<Settings, 'webhookTries' | 'webhookFirstRetry' | 'webhookLastRetry'>

/** Each wait is so many times as long as the one before. */
const GROWTH = 4

/** By how much of itself a wait is longer or shorter, so that receivers do not get all at once. */
const JITTER = 0.2

/** Longest wait that a receiver may ask for, in milliseconds. */
const LONGEST_ASKED = 24 * 60 * 60 * 1000

/** What becomes of a delivery after an attempt. */
export interface Verdict {
  readonly state: 'delivered' | 'pending' | 'failed'
  /** Why it was not delivered. */
  readonly error: string | null
  readonly status: number | null
  /** When it is sent again, in milliseconds since 1970. */
  readonly due: number
  /** The receiver wants nothing more, ever. */
  readonly isGone: boolean
  /** The receiver wants nothing before this, in milliseconds since 1970. */
  readonly pausedUntil: number | null
}

/**
 * Judges an attempt. Only 2xx is a success; everything else is tried again, but what the receiver calls gone.
 *
 * @param tries attempts with this one. @param now in milliseconds since 1970.
 */
export function verdictOn (
  outcome: PostOutcome, tries: number, { webhookTries, webhookFirstRetry, webhookLastRetry }: RetrySettings, now: number
): Verdict {
  const status = 'status' in outcome ? outcome.status : null
  if (status !== null && status >= 200 && status <= 299) {
    return { state: 'delivered', error: null, status, due: now, isGone: false, pausedUntil: null }
  }
  const isGone = status === 410
  const wait = Math.min(webhookFirstRetry * GROWTH ** (tries - 1), webhookLastRetry)
  const jittered = wait * (1 - JITTER + 2 * JITTER * Math.random())
  const isAsked = 'status' in outcome && (status === 429 || status === 503)
  const pausedUntil = isAsked ? askedFor(outcome.retryAfter, now) : null
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

/** The moment that `Retry-After` names: in seconds from now, or as a date of HTTP. */
function askedFor (retryAfter: string | undefined, now: number): number | null {
  const given = retryAfter?.trim() ?? ''
  const asked = /^\d{1,9}$/.test(given) ? now + Number(given) * 1000 : Date.parse(given)
  return Number.isNaN(asked) || asked <= now ? null : Math.min(asked, now + LONGEST_ASKED)
}
