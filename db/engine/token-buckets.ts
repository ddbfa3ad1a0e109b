/** What is done takes tokens; a bucket holds at most `burst` of them, and gains one every `every` seconds. */
export interface Bucket { readonly name: string, readonly burst: number, readonly every: number }

/** What is taken from a bucket; less than nothing is put back. */
export interface Taken { readonly bucket: Bucket, readonly tokens: number }

/** Buckets that all processes share. */
export interface TokenBuckets {
  /**
   * Takes tokens from several buckets, whose names differ; from none of them if one has too few, unless it is forced.
   *
   * @returns how many there were in each before.
   */
  take (taken: readonly Taken[], isForced?: boolean): Promise<number[]>
}
