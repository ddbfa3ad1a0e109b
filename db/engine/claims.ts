/** Work that one of the processes that share a collection does for all of them. */
export type ClaimName = 'jobs' | 'webhooks'

/** An exclusive lock on such work. It is released when its process ends, however that happens. */
export interface Claim {
  /** False once the lock was lost: on a database server it is lost with the connection. */
  readonly isHeld: boolean
  release (): void | Promise<void>
}

export interface Claims {
  /** @returns undefined while another process, or another part of this one, has the lock. */
  take (name: ClaimName): Promise<Claim | undefined>
}
