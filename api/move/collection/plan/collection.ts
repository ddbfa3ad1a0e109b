import type { Services } from '../../../resources/definition/services.js'
import type { MoveOptions } from '../../pipeline/move-job.js'
import type { RecordSource } from '../../pipeline/source.js'
import type { CollectionHeader } from '../read/collection-file.js'
import type { CollectionFiles } from '../read/collection-files.js'
import type { TransferReport } from './report.js'

/** A collection to transfer: from a file, or read from another installation. */
export interface Collection {
  header: Pick<CollectionHeader, 'source' | 'complete'>
  records: RecordSource
  /** Undefined when no files come with it. */
  files: CollectionFiles | undefined
}

export interface TransferTerms extends MoveOptions {
  /** The source takes precedence: also write records that were changed or deleted here since their import. */
  overwrite?: boolean
  /** Delete records of the source that the file no longer has; for complete collections only. */
  deleteMissing?: boolean
}

/** A collection that is being transferred. */
export interface Transfer extends Collection {
  services: Services
  report: TransferReport
  options: TransferTerms
}
