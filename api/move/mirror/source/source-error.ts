/** Why a source could not be read. */
export type SourceFailure =
  | 'address' | 'refused' | 'connection' | 'time' | 'status' | 'size' | 'redirects' | 'content' | 'record' | 'unsettled'

interface Details {
  /** The HTTP status, if there was a response. */
  status?: number
  /** Seconds of the source's `Retry-After`. */
  retryAfter?: number
  cause?: unknown
}

/** The mirrored installation did not return what was requested. The message contains the URL, never a key. */
export class SourceError extends Error {
  readonly status: number | undefined
  readonly retryAfter: number | undefined

  constructor (readonly failure: SourceFailure, message: string, { status, retryAfter, cause }: Details = {}) {
    super(message, { cause })
    this.name = 'SourceError'
    this.status = status
    this.retryAfter = retryAfter
  }

  /** Whether retrying the request later may succeed. */
  get isPassing (): boolean {
    if (this.failure === 'status') return PASSING.has(this.status ?? 0)
    return this.failure === 'connection' || this.failure === 'time' || this.failure === 'content'
  }

  /** Whether requesting less at once may succeed. */
  get isTooMuch (): boolean {
    return this.failure === 'size' || this.failure === 'time' || this.failure === 'content' ||
      (this.failure === 'status' && ((this.status ?? 0) >= 500 || [413, 414, 431].includes(this.status ?? 0)))
  }
}

const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])
