import { messagesOf, ValidationError } from '../../../core/calls/errors.js'
import { DamagedFileError, RecordError } from '../../pipeline/problems.js'
import { RecordMap, type Entry } from '../../pipeline/record-map.js'
import { inBatches, readAgain, type SourceRecord } from '../../pipeline/source.js'
import { Turns } from '../../../core/sequence/turns.js'
import { COLLECTION_TYPE_NAMES, SEQUENCES } from '../read/collection-file.js'
import { MissingFileError } from '../read/collection-files.js'
import type { RecordReference } from '../types/fields.js'
import { CollectionReader } from '../types/record-reader.js'
import { recordType, type AnyRecord } from '../types/record-types.js'
import type { Transfer } from './collection.js'
import { FileIds } from './file-ids.js'
import { NaturalKeys } from './natural-keys.js'
import { outcomeOf } from './outcome.js'
import { storedMedia } from './stored-media.js'

/** Records whose rows are looked up together. */
const RECORDS_PER_LOOKUP = 500

/**
 * Reads a whole collection without writing anything, and reports every problem: lines that are not records, unresolved
 * references, names that are taken, missing files. Counts the outcome for each record. First collects the ids, because
 * a record may refer to a later one.
 */
export async function checkCollection (transfer: Transfer): Promise<CheckedCollection> {
  const { services: { store, dataTypes }, header, records: source, report, options: { onProgress } } = transfer
  const terms = await store.terms()
  const check = new CheckedCollection(transfer, await RecordMap.of(store.read, header.source))
  await check.keys.load(store.read)
  const total = source.size
  let read = 0
  const first = new CollectionReader(terms, dataTypes)
  try {
    for await (const lines of source.read()) {
      await onProgress?.({ phase: 'check', done: 0, total })
      await check.collect(lines, first)
    }
  } catch (error) {
    // An incomplete collection must not be written: its missing records would be taken as deleted.
    if (error instanceof DamagedFileError) report.problem('error', error, error.message)
    throw error
  }
  const second = new CollectionReader(terms, dataTypes)
  const records = readAgain(source, (line) => second.read(line), check.skipped, (done) => { read = done })
  for await (const some of inBatches(records, () => 1 / RECORDS_PER_LOOKUP)) {
    await onProgress?.({ phase: 'check', done: read, total })
    await check.check(some.flatMap((record) => 'isDeleted' in record ? [] : record))
  }
  return check
}

/** What the check has found, and the rest of it. */
export class CheckedCollection {
  /** Number of records that can be imported. */
  records = 0
  /** Line numbers of records with errors. */
  readonly skipped = new Set<number>()
  /** Line numbers of records whose file is missing. */
  readonly withoutFile = new Set<number>()
  readonly ids = new FileIds()
  readonly keys = new NaturalKeys()
  readonly #turns = new Turns()
  #order = 0

  /** @param map undefined before anything came from the source. */
  constructor (readonly transfer: Transfer, readonly map: RecordMap | undefined) {}

  async collect (lines: readonly SourceRecord[], reader: CollectionReader): Promise<void> {
    for await (const line of this.#turns.each(lines)) {
      try {
        const record = reader.read(line)
        if ('isDeleted' in record) continue
        this.#checkOrder(record)
        this.ids.add(record.type, record.id)
        this.records++
      } catch (error) {
        if (!(error instanceof RecordError)) throw error
        this.skipped.add(line.number)
        this.transfer.report.problems('error', { line: line.number }, error.messages)
      }
    }
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

  /** Checks some records when all ids are known. */
  async check (records: readonly AnyRecord[]): Promise<void> {
    const { map, transfer: { services: { store } } } = this
    const entries = await map?.loadAll(store.read, records.map(({ type, id }) => [SEQUENCES[type], id]))
    const outside = records.map((record) => this.#outside(record))
    const imported = await map?.localIds(store.read, outside.flat().map(({ place, id }) => [place.sequence, id]))
    for await (const [at, record] of this.#turns.each(records.entries())) {
      const missing = outside[at]!.filter(({ place, id }) => (imported?.get(place.sequence, id) ?? null) === null)
      await this.#check(record, entries?.get(SEQUENCES[record.type])?.get(record.id), missing)
    }
  }

  /** References of a record to records that the file does not contain. */
  #outside ({ references }: AnyRecord): RecordReference[] {
    return references.filter(({ place, id }) => !place.types.some((type) => this.ids.has(type, id)))
  }

  /** @param missing references that can be resolved neither in the file nor here. */
  async #check (record: AnyRecord, entry: Entry | undefined, missing: readonly RecordReference[]): Promise<void> {
    const { report, services: { store }, options: { overwrite = false, isDryRun = false } } = this.transfer
    const { type, converted, warnings, digest } = record
    for (const name of converted) report.convert(name)
    const errors = [...this.keys.add(record, entry), ...this.#htmlProblems(record)]
    const notes = [...warnings]
    for (const { place, id: other } of missing) {
      const message = `${place.key}: ${place.types.join(' or ')} ${other}: the file does not contain it, and it was not imported before`
      if (place.isRequired) errors.push(message)
      else notes.push(`${message}; it is left out`)
    }
    report.problems('warning', record, notes)
    if (errors.length > 0) return this.#skip(record, errors)
    if (isDryRun) {
      const isMatched = entry === undefined && this.keys.match(record) !== undefined
      report.count(type, isMatched ? 'matched' : await outcomeOf(store.read, record, entry, overwrite))
    }
    const isMissed = overwrite && entry?.isHere === false
    if (entry?.digest === digest && !isMissed) return
    await this.#checkFile(record, entry)
  }

  /** Leaves out a record because of its errors. */
  #skip (record: AnyRecord, messages: readonly string[]): void {
    const { report } = this.transfer
    this.skipped.add(record.line)
    this.records--
    report.count(record.type, 'skipped')
    report.problems('error', record, messages)
  }

  /** Problems of HTML that is sanitised when it is written. */
  #htmlProblems ({ type, content }: AnyRecord): string[] {
    const { purify } = this.transfer.services.files
    try {
      for (const html of recordType(type).htmlOf?.(content) ?? []) purify(html)
      return []
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      return messagesOf(error.errors).map((message) => `HTML: ${message}`)
    }
  }

  async #checkFile (record: AnyRecord, entry: Entry | undefined): Promise<void> {
    const { type, content } = record
    const { services: { store }, files, report } = this.transfer
    if (files === undefined) return
    try {
      if (type === 'assets') await files.find('asset', content.file)
      else if (type === 'media' && content.media?.hasOriginal === true) {
        if (await storedMedia(store.read, content.media, entry) !== undefined) return
        await files.find('original', content.media.file!, content.media)
      }
    } catch (error) {
      if (!(error instanceof MissingFileError)) throw error
      this.withoutFile.add(record.line)
      report.problem('error', record, `o:filename: ${error.message}`)
    }
  }
}
