/** Why a remote file could not be fetched. */
export type RemoteFailure =
  'address' | 'scheme' | 'refused' | 'connection' | 'time' | 'size' | 'redirects' | 'status' | 'json'

/** A remote file could not be fetched. */
export class RemoteError extends Error {
  /** The status that was answered, when `failure` is `status`. */
  readonly status: number | null
  /** The reason phrase of that status, e.g. `Not Found`. */
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
