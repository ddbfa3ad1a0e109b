/** Why a remote file could not be fetched. */
type RemoteFailure =
  'address' | 'scheme' | 'refused' | 'connection' | 'time' | 'size' | 'redirects' | 'status' | 'json'

/** `claim` refused more bytes of a remote file; `cause` says why. */
export class ClaimRefusedError extends Error {
  constructor (cause: unknown) {
    super('There is no space for a remote file', { cause })
    this.name = 'ClaimRefusedError'
  }
}

/** A remote file could not be fetched. */
export class RemoteError extends Error {
  /** HTTP status, if `failure` is `status`. */
  readonly status: number | null
  /** The reason phrase of that status, such as `Not Found`. */
  readonly reason: string

  constructor (
    readonly failure: RemoteFailure, message: string, answer: { status: number, reason: string } | null = null
  ) {
    super(message)
    this.name = 'RemoteError'
    this.status = answer?.status ?? null
    this.reason = answer?.reason ?? ''
  }
}

/** Node.js reports the failures of all addresses of a host in one AggregateError without a message. */
export function messageOf (error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
