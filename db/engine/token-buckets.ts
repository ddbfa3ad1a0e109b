/**
 * Limits a rate: an operation takes tokens from a bucket, which contains at most `burst` and gains one every `every`
 * seconds.
 */
export interface Bucket { readonly name: string, readonly burst: number, readonly every: number }

/** Tokens to take from a bucket; a negative number puts tokens back. */
export interface Taken { readonly bucket: Bucket, readonly tokens: number }

/** Buckets that all processes share. */
export interface TokenBuckets {
  /**
   * Takes tokens from several buckets with different names; takes none if one bucket has too few, unless forced.
   *
   * @returns the number of tokens in each bucket before.
   */
  take (taken: readonly Taken[], isForced?: boolean): Promise<number[]>
}
