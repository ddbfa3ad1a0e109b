import type { MediaFiles } from '../media-files.js'
import type { RemoteFetch } from '../remote/remote-fetch.js'

/** A media object as it came, with the ingester's own keys. */
export type MediaPayload = Readonly<Record<string, unknown>>

/** An uploaded file of the request, already on disk. `index` is the text between the brackets of `file[…]`. */
export interface UploadedFile {
  readonly field: string
  readonly index: string | null
  readonly filename: string
  readonly path: string
  readonly size: number
}

/** What an ingester may use. */
export interface IngestContext {
  /** Files of the request, in the order in which they came. */
  readonly uploads: readonly UploadedFile[]
  /** Uploads that a media object of this request has used: each can be used once. One set per request. */
  readonly used: Set<UploadedFile>
  readonly files: MediaFiles
  readonly fetch: RemoteFetch
  /** Makes HTML harmless, or leaves it alone where the installation says so. */
  readonly purify: (html: string) => string
}

/**
 * What an ingester made of a media object. `source` and `data` are absent when the payload's own are to be stored
 * (docs/contract/resources.md §12); the rest is null or false when there is no file.
 */
export interface IngestedMedia {
  source?: string | null
  data?: unknown
  mediaType: string | null
  storageId: string | null
  extension: string | null
  sha256: string | null
  /** Bytes. */
  size: number | null
  hasOriginal: boolean
  hasThumbnails: boolean
}

/** What is stored of a media object when it is updated. */
export interface CurrentMedia {
  readonly source: string | null
  readonly data: unknown
}

/** What an update changes; null when nothing. */
export type MediaUpdate = Partial<Pick<IngestedMedia, 'source' | 'data'>> | null

/** One way to turn a media object of a payload into a media (docs/contract/files.md §6). */
export interface Ingester {
  /** The value of `o:ingester`. */
  readonly name: string
  /** The value of `o:renderer` its media get. */
  readonly renderer: string
  /**
   * @throws IngestError with the keys of files.md §6. Where the reference answered 500, under the key at fault.
   */
  ingest (media: MediaPayload, context: IngestContext): Promise<IngestedMedia>
  /** Absent: an update changes none of what the ingester made. */
  update? (
    media: MediaPayload, current: CurrentMedia, context: Pick<IngestContext, 'fetch' | 'purify'>
  ): Promise<MediaUpdate>
  /** The text of `data` that full-text search finds; absent: none. */
  text? (data: unknown): string
}

/** A media without a file. */
export const NO_FILE: Readonly<Omit<IngestedMedia, 'source' | 'data'>> = Object.freeze({
  mediaType: null,
  storageId: null,
  extension: null,
  sha256: null,
  size: null,
  hasOriginal: false,
  hasThumbnails: false
})
