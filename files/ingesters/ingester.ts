import type { MediaFiles, OnWarning } from '../media-files.js'
import type { RemoteFetch } from '../remote/remote-fetch.js'

/** A media object of a payload, with the keys of its ingester. */
export type MediaPayload = Readonly<Record<string, unknown>>

/** An uploaded file, already on disk. `index` is the text between the brackets of the field name `file[…]`. */
export interface UploadedFile {
  readonly field: string
  readonly index: string | null
  readonly filename: string
  readonly path: string
  readonly size: number
}

/** Context of an ingestion. */
export interface IngestContext {
  /** Files of the request, in the order in which they arrived. */
  readonly uploads: readonly UploadedFile[]
  /** Uploads that other media objects of this request have already used: each can be used only once. */
  readonly used: Set<UploadedFile>
  readonly files: MediaFiles
  readonly fetch: RemoteFetch
  /** Called with warnings; absent: warnings are dropped. */
  readonly onWarning?: OnWarning | undefined
  /** Sanitises HTML, unless the installation has turned that off. */
  readonly purify: (html: string) => string
}

/**
 * The columns of a new media. Without `source` or `data`, the payload's are stored (docs/contract/resources.md §12);
 * without a file, the other columns are null or false.
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

/** The stored columns of a media that is being updated. */
interface CurrentMedia {
  readonly source: string | null
  readonly data: unknown
}

/** The columns that an update changes; null for none. */
type MediaUpdate = Partial<Pick<IngestedMedia, 'source' | 'data'>> | null

/** Creates a media from a media object of a payload (docs/contract/files.md §6). */
export interface Ingester {
  /** The value of `o:ingester`. */
  readonly name: string
  /** The value of `o:renderer` of its media. */
  readonly renderer: string
  /**
   * @throws IngestError with the keys of docs/contract/files.md §6; where the reference answers 500, under the invalid
   * key.
   */
  ingest (media: MediaPayload, context: IngestContext): Promise<IngestedMedia>
  /** Absent: an update changes neither `source` nor `data`. */
  update? (
    media: MediaPayload, current: CurrentMedia, context: Pick<IngestContext, 'fetch' | 'purify'>
  ): Promise<MediaUpdate>
  /** The text in `data` for full-text search; absent: none. */
  text? (data: unknown): string
}

/** File columns of a media without a file. */
export const NO_FILE: Readonly<Omit<IngestedMedia, 'source' | 'data'>> = Object.freeze({
  mediaType: null,
  storageId: null,
  extension: null,
  sha256: null,
  size: null,
  hasOriginal: false,
  hasThumbnails: false
})
