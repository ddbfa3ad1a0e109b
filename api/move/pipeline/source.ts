import type { Terms } from '../../../db/query/statements/terms.js'
import { Turns } from '../../core/sequence/turns.js'
import type { FileServices } from '../../files/file-services.js'
import type { DataTypes } from '../../values/data-types.js'
import { jsonInLine, type Json, type Line } from './lines.js'
import { DamagedFileError, type RecordNames } from './problems.js'

/** A record that is not a line of JSON, such as a row of a spreadsheet. */
export interface ReadyRecord {
  /** As users count: rows from 1, including the header row. */
  number: number
  /** A new object at each reading, because reading the record modifies it. */
  record: Json
  /** Problems of the row itself; with errors the record is not imported. */
  errors?: readonly string[]
  warnings?: readonly string[]
  /** Terms whose values come from several columns, so that their order has no meaning. */
  unordered?: readonly string[]
  /** Terms whose cell has the maximum length of spreadsheets, so that its text may have been cut. */
  full?: readonly string[]
}

export type SourceRecord = Line | ReadyRecord

/** The JSON object of a record. @throws RecordError */
export function jsonOf (line: SourceRecord): Json {
  return 'record' in line ? line.record : jsonInLine(line, 'the file ends in the middle of this record')
}

/** Records in any form: a file, an archive, what was read from another installation. */
export interface RecordSource<R extends SourceRecord = SourceRecord> extends RecordNames {
  /**
   * Reads all records from the beginning, in batches; may be called repeatedly.
   * @param onProgress called with the part that has been read, in units of `size`.
   * @param onWarning called with warnings of the format about a record, possibly after it was read.
   * @throws DamagedFileError after the readable records.
   */
  read (
    onProgress?: (done: number) => void, onWarning?: (number: number, message: string) => void
  ): AsyncIterable<R[]>
  /** Size of the whole source, in units of progress. */
  readonly size: number
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
export interface SourceFormat<Options = unknown> {
  readonly name: string
  /** @throws ImportError when the file is not in this format; a system error when it does not exist. */
  open (file: string, options: Options, context: SourceContext): Promise<RecordSource>
}

/**
 * Reads a checked source again, to write it.
 * @param read parses a record.
 * @param skipped numbers of records with errors, which are left out. If the check found the source damaged, this
 * includes the place of the damage, and reading ends there.
 * @param onProgress called with the part that has been read.
 */
export async function * readAgain<R extends SourceRecord, T> (
  source: RecordSource<R>, read: (record: R) => T, skipped: ReadonlySet<number>, onProgress?: (done: number) => void
): AsyncGenerator<T> {
  const turns = new Turns()
  try {
    for await (const records of source.read(onProgress)) {
      for (const record of records) {
        if (skipped.has(record.number)) continue
        await turns.next()
        yield read(record)
      }
    }
  } catch (error) {
    if (!(error instanceof DamagedFileError && skipped.has(error.line))) throw error
  }
}

/**
 * Splits records into batches, which are written in one transaction each.
 * @param shareOf the share of a batch that a record fills; a batch ends when it is full.
 * @param isApart whether a record begins a new batch, because it differs from the first one of its batch.
 */
export async function * inBatches<T> (
  records: AsyncIterable<T> | Iterable<T>, shareOf: (record: T) => number,
  isApart: (first: T, next: T) => boolean = () => false
): AsyncGenerator<T[]> {
  let batch: T[] = []
  let filled = 0
  for await (const record of records) {
    if (batch.length > 0 && (filled > ALMOST_FULL || isApart(batch[0]!, record))) {
      yield batch
      batch = []
      filled = 0
    }
    batch.push(record)
    filled += shareOf(record)
  }
  if (batch.length > 0) yield batch
}

/** Not 1, because ten tenths add up to a little less. */
const ALMOST_FULL = 1 - 1e-6
