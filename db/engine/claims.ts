/** Work that one process does for all that share a collection. */
export type ClaimName = 'jobs' | 'webhooks'

/** The exclusive right to do such work. It ends with its process, however that ends. */
export interface Claim {
  /** False when the right was lost: that in a database server is lost with the connection. */
  readonly isHeld: boolean
  release (): void | Promise<void>
}

export interface Claims {
  /** @returns undefined while another process has the right, or another part of this one. */
  take (name: ClaimName): Promise<Claim | undefined>
}
