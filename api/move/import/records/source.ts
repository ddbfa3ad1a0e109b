import type { Terms } from '../../../../db/query/statements/terms.js'
import type { FileServices } from '../../../files/file-services.js'
import type { DataTypes } from '../../../values/data-types.js'
import type { SourceRecord } from '../../pipeline/lines.js'

/** A file of records in any format, opened for an import. */
export interface RecordSource {
  /** Unit of record numbers in messages: `line`, `row`. */
  readonly unit: string
  /**
   * Reads all records from the beginning, in batches; may be called repeatedly.
   * @param onProgress called with the part that has been read, in units of `size`.
   * @param onWarning called with warnings of the format about a record, possibly after it was read.
   * @throws DamagedFileError after the readable records.
   */
  read (
    onProgress?: (done: number) => void, onWarning?: (number: number, message: string) => void
  ): AsyncIterable<SourceRecord[]>
  /** Size of the whole file, in units of progress. */
  readonly size: number
  /** The name of a record in messages, if its number is not helpful. */
  nameOf? (number: number): string | undefined
  /** Rewrites an error for this file format: names the column instead of the JSON key. */
  explain? (message: string): string
  close? (): Promise<void>
}

/** Context for opening a file. */
export interface SourceContext {
  terms: Terms
  dataTypes: DataTypes
  files: FileServices
}

/**
 * A format of files that can be imported.
 *
 * `Options` are stored with the job, as JSON, so that another process can resume it.
 */
export interface SourceFormat<Options = any> {
  readonly name: string
  /** @throws ImportError when the file is not in this format; a system error when it does not exist. */
  open (file: string, options: Options, context: SourceContext): Promise<RecordSource>
}
