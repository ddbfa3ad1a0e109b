import { messagesOf, ValidationError } from '../../../core/calls/errors.js'
import { DamagedFileError, RecordError } from '../../pipeline/problems.js'
import type { Entry, RecordMap } from '../../pipeline/record-map.js'
import type { ReadyRecord, RecordSource } from '../../pipeline/source.js'
import { Turns } from '../../../core/sequence/turns.js'
import type { Services } from '../../../resources/definition/services.js'
import { COLLECTION_TYPE_NAMES, SEQUENCES } from '../read/collection-file.js'
import { MissingFileError, type CollectionFiles } from '../read/collection-files.js'
import type { CollectionReader, DeletedRecord } from '../types/record-reader.js'
import { forEachReference, recordType, type AnyRecord } from '../types/record-types.js'
import { FileIds } from './id-lists.js'
import { NaturalKeys } from './natural-keys.js'
import { PendingReferences } from './pending-references.js'
import type { Outcome, TransferReport } from './report.js'
import { storedMedia } from './stored-media.js'

/** The result of checking a file. */
export interface CheckedFile {
  /** Number of records that can be imported. */
  records: number
  /** Line numbers of records with errors. */
  skipped: Set<number>
  /** Line numbers of records whose file is missing. */
  withoutFile: Set<number>
  ids: FileIds
  keys: NaturalKeys
}

interface CheckOptions {
  services: Services
  /** Map of the source; undefined before anything came from it. */
  map: RecordMap | undefined
  /** Undefined when no files come with the collection. */
  files: CollectionFiles | undefined
  report: TransferReport
  /** Whether to count what writing would do with each record. */
  countsOutcomes: boolean
  /** Whether records that were deleted here are created again. */
  overwrite: boolean
  /** Awaited when another part of the source is read. */
  onProgress: (done: number) => Promise<void>
}

/**
 * Reads a whole collection without writing anything, and reports every problem: lines that are not records, unresolved
 * references, names that are taken, missing files. Counts the outcome for each record.
 */
export async function checkCollection (
  source: RecordSource<ReadyRecord>, reader: CollectionReader, options: CheckOptions
): Promise<CheckedFile> {
  const check = new Check(reader, options)
  await check.keys.load(options.services.store.read)
  let read = 0
  try {
    for await (const some of source.read((done) => { read = done })) {
      await options.onProgress(read)
      await check.add(some)
    }
  } catch (error) {
    // An incomplete collection must not be written: its missing records would be taken as deleted.
    if (error instanceof DamagedFileError) options.report.problem({ severity: 'error', line: error.line, message: error.message })
    throw error
  }
  await check.finish()
  return check
}

class Check implements CheckedFile {
  records = 0
  readonly skipped = new Set<number>()
  readonly withoutFile = new Set<number>()
  readonly ids = new FileIds()
  readonly keys = new NaturalKeys()
  readonly #pending = new PendingReferences()
  readonly #turns = new Turns()
  #order = 0

  constructor (readonly reader: CollectionReader, readonly options: CheckOptions) {}

  async add (lines: readonly ReadyRecord[]): Promise<void> {
    const records: AnyRecord[] = []
    for (const line of lines) {
      await this.#turns.next()
      const record = this.#read(line)
      if (record !== undefined) records.push(record)
    }
    const { map, services: { store } } = this.options
    const entries = await map?.loadAll(store.read, records.map(({ type, id }) => [SEQUENCES[type], id]))
    for (const record of records) {
      await this.#turns.next()
      await this.#check(record, entries?.get(SEQUENCES[record.type])?.get(record.id))
    }
  }

  /** Checks references to later lines and to records outside the file. */
  async finish (): Promise<void> {
    const { services: { store }, map, report } = this.options
    for await (const { place, id, line, from } of this.#pending.unresolved(this.ids, store.read, map)) {
      await this.#turns.next()
      const message = `${place.key}: ${place.types.join(' or ')} ${id}: the file does not contain it, and it was not imported before`
      if (place.isRequired && !this.skipped.has(line)) this.#skip({ line, ...from }, [message])
      else if (!place.isRequired) report.problem({ severity: 'warning', line, ...from, message: `${message}; it is left out` })
    }
  }

  #read (line: ReadyRecord): AnyRecord | undefined {
    let record: AnyRecord | DeletedRecord
    try {
      record = this.reader.read(line)
      if ('isDeleted' in record) return undefined
      this.#checkOrder(record)
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      this.skipped.add(line.number)
      for (const message of error.messages) this.options.report.problem({ severity: 'error', line: line.number, message })
      return undefined
    }
    const { type, id } = record
    this.ids.add(type, id)
    this.records++
    for (const name of record.converted) this.options.report.convert(name)
    for (const message of record.warnings) {
      this.options.report.problem({ severity: 'warning', line: line.number, type, id, message })
    }
    forEachReference(record, this.options.services.dataTypes, (place, to) => {
      if (!place.types.some((one) => this.ids.has(one, to))) this.#pending.add(place, to, { type, id }, line.number)
    })
    return record
  }

  /** @throws RecordError when types or ids are not in the order of the format, or an id occurs twice. */
  #checkOrder ({ type, id }: AnyRecord): void {
    const order = COLLECTION_TYPE_NAMES.indexOf(type)
    if (order < this.#order) {
      throw new RecordError([`@type: ${type} must come before ${COLLECTION_TYPE_NAMES[this.#order]!}`])
    }
    this.#order = order
    const last = this.ids.last(type)
    if (id <= last) throw new RecordError([`o:id: ${id} must be greater than ${last}, the one before`])
    const other = this.ids.typeOf(SEQUENCES[type], id)
    if (other !== undefined) throw new RecordError([`o:id: one of ${other} has the id ${id} already`])
  }

  async #check (record: AnyRecord, entry: Entry | undefined): Promise<void> {
    const { report } = this.options
    const problems = [...this.keys.add(record, entry), ...this.#htmlProblems(record)]
    if (problems.length > 0) return this.#skip(record, problems)
    if (this.options.countsOutcomes) report.count(record.type, this.#outcomeOf(record, entry))
    const isMissed = this.options.overwrite && entry?.isHere === false
    if (entry?.digest === record.digest && !isMissed) return
    await this.#checkFile(record, entry)
  }

  /** Leaves out a record because of its errors. */
  #skip ({ type, id, line }: Pick<AnyRecord, 'type' | 'id' | 'line'>, messages: readonly string[]): void {
    const { report } = this.options
    this.skipped.add(line)
    this.records--
    report.count(type, 'skipped')
    for (const message of messages) report.problem({ severity: 'error', line, type, id, message })
  }

  /** Problems of HTML that is sanitised when it is written. */
  #htmlProblems ({ type, content }: AnyRecord): string[] {
    const { purify } = this.options.services.files
    try {
      for (const html of recordType(type).htmlOf?.(content) ?? []) purify(html)
      return []
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      return messagesOf(error.errors).map((message) => `HTML: ${message}`)
    }
  }

  #outcomeOf (record: AnyRecord, entry: Entry | undefined): Outcome {
    if (entry === undefined) return this.keys.match(record) === undefined ? 'created' : 'matched'
    if (entry.digest === null || (this.options.overwrite && !entry.isHere)) return 'created'
    return entry.digest === record.digest ? 'unchanged' : entry.isMatched ? 'matched' : 'updated'
  }

  async #checkFile ({ type, id, line, content }: AnyRecord, entry: Entry | undefined): Promise<void> {
    const { services: { store }, files, report } = this.options
    if (files === undefined) return
    try {
      if (type === 'assets') await files.find('asset', content.file, { size: null, sha256: null }, true)
      else if (type === 'media' && content.media?.hasOriginal === true) {
        if (await storedMedia(store.read, content.media, entry) !== undefined) return
        await files.find('original', content.media.file!, content.media, true)
      }
    } catch (error) {
      if (!(error instanceof MissingFileError)) throw error
      this.withoutFile.add(line)
      report.problem({ severity: 'error', line, type, id, message: `o:filename: ${error.message}` })
    }
  }
}
