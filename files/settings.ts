import os from 'node:os'
import { DEFAULT_EXTENSIONS, DEFAULT_MEDIA_TYPES } from './types/allowed-types.js'

/** Address of an S3-compatible object storage and its credentials. */
export interface S3Settings {
  /** Address of the bucket, e.g. `https://s3.example.org/museum` (path style) or `https://museum.s3.example.org`. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Sizes in pixels. */
export interface ThumbnailSizes {
  /** Longest side of the large picture. */
  large: number
  /** Longest side of the medium picture. */
  medium: number
  /** Both sides of the square picture. */
  square: number
}

/** The settings of `files/`. They are read at every use, so the caller may pass getters. */
export interface FilesSettings {
  /** Folder of the disk store, which creates `original/`, `large/` and so on in it. */
  folder: string
  /** Store files in object storage instead of `folder`. */
  s3: S3Settings | null
  /** Public URL of the stored files (a CDN, a bucket), without a slash at the end; null: Vitrine serves them. */
  publicAddress: string | null
  /** Folder for fetched files and rendered pages until they are stored. */
  temporaryFolder: string
  thumbnailSizes: ThumbnailSizes
  /** Pictures with more pixels (width × height) get no thumbnails. */
  pixelLimit: number
  /** Accepted media types of media files (docs/contract/files.md §4, setting `mediaTypes`). */
  mediaTypes: readonly string[]
  /** Accepted extensions of media files (docs/contract/files.md §4, setting `fileExtensions`). */
  extensions: readonly string[]
  /** Accept media files of every media type and extension. Assets are still checked. */
  disableFileValidation: boolean
  /** Let ingesters fetch from private, loopback and link-local addresses. */
  allowPrivateAddresses: boolean
  /** Time limit in milliseconds for fetching a remote file, including redirects. */
  remoteTimeout: number
  /** Size limit of a remote file in bytes. */
  remoteLimit: number
  /** Hosts to which requests may be sent although their addresses are private. */
  privateHosts: readonly string[]
}

/** Defaults: the values of docs/contract/files.md §4 and §5, and cautious ones for remote files. */
export const defaultFilesSettings: Readonly<FilesSettings> = Object.freeze({
  folder: './data/files',
  s3: null,
  publicAddress: null,
  temporaryFolder: os.tmpdir(),
  thumbnailSizes: { large: 800, medium: 200, square: 200 },
  // 16,383 × 16,383: the maximum of WebP and of most scanners. Some formats have a lower limit, see thumbnails.ts.
  pixelLimit: 0x3FFF * 0x3FFF,
  mediaTypes: DEFAULT_MEDIA_TYPES,
  extensions: DEFAULT_EXTENSIONS,
  disableFileValidation: false,
  allowPrivateAddresses: false,
  remoteTimeout: 60_000,
  remoteLimit: 4 * 1024 ** 3,
  privateHosts: []
})
