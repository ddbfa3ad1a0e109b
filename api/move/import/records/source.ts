import type { Terms } from '../../../../db/query/statements/terms.js'
import type { FileServices } from '../../../files/file-services.js'
import type { DataTypes } from '../../../values/data-types.js'
import type { SourceRecord } from './lines.js'

/** A file of records of any format, opened for an import. */
export interface RecordSource {
  /** What the numbers of its records count, in messages: `line`, `row`. */
  readonly unit: string
  /**
   * Reads all records from the beginning, many at a time; called more than once.
   *
   * @param onProgress called with the part that has been read, in units of `size`.
   * @param onWarning called with what the format itself has to say of a record, perhaps after it was read.
   * @throws DamagedFileError after the records that could be read.
   */
  read (
    onProgress?: (done: number) => void, onWarning?: (number: number, message: string) => void
  ): AsyncIterable<SourceRecord[]>
  /** Whether it is read by `readLines`, without more. */
  readonly isLines?: boolean
  /** The whole, in units of the progress. */
  readonly size: number
  /** The name of a record in messages, where its number says little. */
  nameOf? (number: number): string | undefined
  /** A message in the words of the file, for example with the column in place of the key that it begins with. */
  explain? (message: string): string
  close? (): Promise<void>
}

/** What formats work with. */
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
  /** @throws ImportError when the file cannot be read in this format; a system error when there is none. */
  open (file: string, options: Options, context: SourceContext): Promise<RecordSource>
}
