/** Why a source could not be read. */
export type SourceFailure =
  | 'address' | 'refused' | 'connection' | 'time' | 'status' | 'size' | 'redirects' | 'content' | 'record' | 'unsettled'

interface Details {
  /** The status of the answer, if there was one. */
  status?: number
  /** Seconds for which the source asks to wait. */
  retryAfter?: number
  cause?: unknown
}

/** The installation that is mirrored did not give what was asked for. The message names the address, never a key. */
export class SourceError extends Error {
  readonly status: number | undefined
  readonly retryAfter: number | undefined

  constructor (readonly failure: SourceFailure, message: string, { status, retryAfter, cause }: Details = {}) {
    super(message, { cause })
    this.name = 'SourceError'
    this.status = status
    this.retryAfter = retryAfter
  }

  /** Whether the same request may succeed a little later. */
  get isPassing (): boolean {
    if (this.failure === 'status') return PASSING.has(this.status ?? 0)
    return this.failure === 'connection' || this.failure === 'time' || this.failure === 'content'
  }

  /** Whether asking for less at once may help. */
  get isTooMuch (): boolean {
    return this.failure === 'size' || this.failure === 'time' || this.failure === 'content' ||
      (this.failure === 'status' && ((this.status ?? 0) >= 500 || [413, 414, 431].includes(this.status ?? 0)))
  }
}

const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])
