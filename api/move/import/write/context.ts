import type { Services } from '../../../resources/definition/services.js'
import type { MoveOptions } from '../../pipeline/move-job.js'
import type { ProblemReport } from '../../pipeline/problems.js'
import type { RecordSource } from '../../pipeline/source.js'
import type { UpdateKey } from '../records/matching.js'
import type { Known } from '../records/references.js'
import type { LocalFiles } from './local-files.js'

/**
 * Keeps servers off the data folder until the returned lock is released; returns undefined while a server is running.
 */
type Claim = () => { release: () => void } | undefined

export interface ImportOptions extends MoveOptions {
  file: string
  /** Name of its format (see formats.ts); default: `ndjson`, plain or compressed with gzip. */
  format?: string
  /** Options of the format, as JSON. */
  formatOptions?: unknown
  /** Name under which imported labels are stored, so that another run skips them; default: `sourceOf(file)`. */
  source?: string
  /** Owner of the new resources; default: the first active administrator. */
  ownerId?: number | null
  /**
   * Folder of the local files that records name; default: the folder of `file`; null: records may not name local
   * files.
   */
  files?: string | null
  /** Create item sets that records name by title and that do not exist. */
  createItemSets?: boolean
  /**
   * A property, or `o:id`: a record updates the resource that has the same value for it. The keys of the record
   * replace what the resource has: the values of each property, class, template, visibility, owner and item sets.
   * Missing media are added, none are removed.
   */
  updateBy?: string
  /** In updates, remove values, class, template and item sets that the record does not have. */
  replace?: boolean
  /** Leave out values of unknown terms with a warning. */
  skipUnknown?: boolean
  /** Makes large imports faster: they may block this thread, and build indexes at their end. Default: never. */
  claim?: Claim
}

export interface ImportSummary {
  source: string
  /** New items and item sets. */
  created: number
  /** Resources that records have changed. */
  updated: number
  /** Resources that records matched but did not change. */
  unchanged: number
  /** Values of the new resources, including values of value annotations. */
  values: number
  /** New media. */
  media: number
  /** Records that an earlier run imported. */
  present: number
  /** Records left out because of errors. */
  skipped: number
  errors: number
  warnings: number
  /** Duration, including the check. */
  seconds: number
}

/** What the check and all batches of an import share. */
export interface ImportContext extends Known {
  readonly services: Services
  readonly options: ImportOptions
  /** The job with which changes are stored, so that it can be undone; undefined: they are not stored. */
  readonly jobId: number | undefined
  readonly source: RecordSource
  readonly report: ProblemReport
  /** The files that records may name; null: none. */
  readonly localFiles: LocalFiles | null
  /** The key by which records find the resource to update; undefined: they create resources. */
  readonly updateBy: UpdateKey | undefined
  /** Owner of the new resources. */
  readonly ownerId: number | null
  /** Counts of what has been written. */
  readonly summary: ImportSummary
}
