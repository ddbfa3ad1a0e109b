import type { Terms } from '../../../db/query/statements/terms.js'
import { Turns } from '../../core/sequence/turns.js'
import type { FileServices } from '../../files/file-services.js'
import type { DataTypes } from '../../values/data-types.js'
import { JsonLimitError, parseBoundedJson } from '../../../files/streams/received-bytes.js'
import { isJsonObject } from '../../core/calls/given.js'
import { readLines, type Json, type Line } from './lines.js'
import { DamagedFileError, type RecordNames } from './problems.js'

/** A record of a source: a line of JSON, a row of a spreadsheet, a subject of RDF. */
export interface SourceRecord {
  /** As users count: rows from 1, including the header row. */
  number: number
  /** A new object at each reading, because reading the record modifies it. Empty if the source cannot be read there. */
  record: Json
  /** The line of JSON that it was parsed from. */
  text?: string
  /** Problems of the line or row itself; with errors the record is not imported. */
  errors?: readonly string[]
  warnings?: readonly string[]
  /** Terms whose values come from several columns, so that their order has no meaning. */
  unordered?: readonly string[]
  /** Terms whose cell has the maximum length of spreadsheets, so that its text may have been cut. */
  full?: readonly string[]
}

/** Records in any form: a file, an archive, what was read from another installation. */
export interface RecordSource extends RecordNames {
  /**
   * Reads all records from the beginning, in batches; may be called repeatedly.
   * @param onProgress called with the part that has been read, in units of `size`.
   * @param onWarning called with warnings of the format about a record, possibly after it was read.
   * @throws DamagedFileError after the readable records.
   */
  read (
    onProgress?: (done: number) => void, onWarning?: (number: number, message: string) => void
  ): AsyncIterable<SourceRecord[]>
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
 * Reads a file with one JSON object a line; lines that are not have errors.
 * @param cut message for a last line that is not whole.
 * @param onBytes called with the number of bytes read so far, before decompression.
 * @throws DamagedFileError after the readable lines.
 */
export async function * readJsonLines (
  file: string, cut: string, onBytes?: (count: number) => void
): AsyncGenerator<SourceRecord[]> {
  for await (const lines of readLines(file, onBytes)) yield lines.map((line) => recordIn(line, cut))
}

function recordIn ({ number, text, bytes, isWhole }: Line, cut: string): SourceRecord {
  const faulty = (error: string): SourceRecord => ({ number, record: {}, errors: [error] })
  if (text === null) return faulty('this is not UTF-8 text')
  try {
    const record = parseBoundedJson(text, bytes)
    return isJsonObject(record) ? { number, record, text } : faulty('expected one JSON object a line')
  } catch (error) {
    if (error instanceof JsonLimitError) return faulty(`the JSON cannot be read: ${error.message}`)
    return faulty(isWhole ? `malformed JSON: ${(error as Error).message}` : cut)
  }
}

/**
 * Reads a checked source again, to write it.
 * @param read parses a record.
 * @param skipped numbers of records with errors, which are left out. If the check found the source damaged, this
 * includes the place of the damage, and reading ends there.
 * @param onProgress called with the part that has been read.
 */
export async function * readAgain<T> (
  source: RecordSource, read: (record: SourceRecord) => T, skipped: ReadonlySet<number>,
  onProgress?: (done: number) => void
): AsyncGenerator<T> {
  const turns = new Turns()
  try {
    for await (const records of source.read(onProgress)) {
      for await (const record of turns.each(records)) if (!skipped.has(record.number)) yield read(record)
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
