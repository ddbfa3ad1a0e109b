import os from 'node:os'
import { DEFAULT_EXTENSIONS, DEFAULT_MEDIA_TYPES } from './allowed-types.js'

/** Where an S3-compatible object storage is, and how to speak to it. */
export interface S3Settings {
  /** Address of the bucket, e.g. `https://s3.example.org/museum` (path style) or `https://museum.s3.example.org`. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Sides in pixels. */
export interface ThumbnailSizes {
  /** Longest side of the large picture. */
  large: number
  /** Longest side of the medium picture. */
  medium: number
  /** Both sides of the square picture. */
  square: number
}

/** Every setting of the `files` room. They are read when used, so a caller may pass an object with getters. */
export interface FilesSettings {
  /** Folder of the disk store; `original/`, `large/` … are made inside. */
  folder: string
  /** Keep files in object storage instead of `folder`. */
  s3: S3Settings | null
  /** Public address of the stored files (a CDN, a bucket), without a trailing slash; null: Vitrine serves them. */
  publicAddress: string | null
  /** Where remote files and pages of documents wait until they are stored. */
  temporaryFolder: string
  /** Longest side or sides of the three thumbnails, in pixels. */
  thumbnailSizes: ThumbnailSizes
  /** Pictures with more pixels (width × height) get no thumbnails. */
  pixelLimit: number
  /** Media types a media file may have (files.md §4, setting `media_type_whitelist`). */
  mediaTypes: readonly string[]
  /** Extensions a media file may have (files.md §4, setting `extension_whitelist`). */
  extensions: readonly string[]
  /** Accept media files of every type and extension. Assets are checked all the same. */
  disableFileValidation: boolean
  /** Let ingesters fetch from private, loopback and link-local addresses. */
  allowPrivateAddresses: boolean
  /** Milliseconds a remote file may take, redirects included. */
  remoteTimeout: number
  /** Bytes a remote file may have. */
  remoteLimit: number
}

/** The defaults: files.md §4 and §5, and caution where remote files are concerned. */
export const defaultFilesSettings: Readonly<FilesSettings> = Object.freeze({
  folder: './data/files',
  s3: null,
  publicAddress: null,
  temporaryFolder: os.tmpdir(),
  thumbnailSizes: { large: 800, medium: 200, square: 200 },
  // 16,383 × 16,383: the largest picture of WebP and of most scanners. Lower for some formats, see thumbnails.ts.
  pixelLimit: 0x3FFF * 0x3FFF,
  mediaTypes: DEFAULT_MEDIA_TYPES,
  extensions: DEFAULT_EXTENSIONS,
  disableFileValidation: false,
  allowPrivateAddresses: false,
  remoteTimeout: 60_000,
  remoteLimit: 4 * 1024 ** 3
})
