/** Address of an S3-compatible object storage and its credentials. */
export interface S3Settings {
  /** Address of the bucket, e.g. `https://s3.example.org/museum` (path style) or `https://museum.s3.example.org`. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Where files are stored: in object storage, or in a folder, in which the store creates `original/`, `large/`, … */
export interface StoreSettings { readonly folder: string, readonly s3: S3Settings | null }

/** The settings of the program that `files/` needs, under their names there. Read at every use, because some change. */
export interface FilesSettings {
  /** Longest side of the large picture in pixels, of the medium one, and both sides of the square one. */
  readonly thumbnailLarge: number
  readonly thumbnailMedium: number
  readonly thumbnailSquare: number
  /** Accepted media types and extensions of media files (docs/contract/files.md §4). */
  readonly mediaTypes: readonly string[]
  readonly fileExtensions: readonly string[]
  /** Accept media files of every media type and extension. Assets are still checked. */
  readonly acceptAnyFile: boolean
  /** Let ingesters fetch from private, loopback and link-local addresses. */
  readonly allowPrivateAddresses: boolean
  /** Time limit in milliseconds for fetching a remote file, including redirects. */
  readonly remoteTimeout: number
  /** Size limit of a remote file in bytes. */
  readonly remoteLimit: number
  /** Folder for fetched files and rendered pages until they are stored; not a setting of the program. */
  readonly temporaryFolder: string
}
