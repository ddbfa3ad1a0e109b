import { Turns } from '../../../core/sequence/turns.js'
import { missingRequired } from '../../../values/value-rows.js'
import type { Json } from '../../pipeline/lines.js'
import { DamagedFileError, ImportError, RecordError } from '../../pipeline/problems.js'
import type { SourceRecord } from '../../pipeline/source.js'
import { isDone, UPDATED, type LabelEntry, type Labels } from '../records/labels.js'
import { find, matchOf, nameOf, NOTHING_FOUND, textsOf } from '../records/matching.js'
import { readRecord } from '../records/record-reader.js'
import { countValues, type ImportRecord } from '../records/record.js'
import type { ImportContext } from '../write/context.js'
import { problemsOfFiles } from '../write/ingestion.js'
import { whyNotUpdated } from '../write/write-records.js'
import { brokenLinks } from './broken-links.js'
import { followReferences } from './follow-references.js'

/** Counts of a checked file. */
export interface CheckResult {
  /** Records that can be imported. */
  records: number
  /** Number of these that an earlier run has imported. */
  present: number
  /** Number of these that update a resource. */
  updates: number
  /** Values and media of the new records. */
  values: number
  media: number
  /** Line numbers of records with errors. */
  skipped: Set<number>
  /** Titles of the item sets to create. */
  itemSets: Set<string>
}

/** A record of a file, and what an import would do with it. */
export interface CheckedRecord {
  /** Its line or row number. */
  number: number
  /** The source record; empty when it cannot be read. */
  record: Json
  title: string | null
  outcome: 'created' | 'updated' | 'present' | 'error'
  /** Id of the resource that it updates. */
  updates?: number
}

/**
 * Reads a whole file without writing anything and reports every problem, in the order of records. First collects the
 * labels, and the values by which records are referred to, because a record may link to a later one.
 */
export async function check (context: ImportContext): Promise<CheckResult> {
  const { labels, updateBy } = context
  await readEach(context, (record, line) => { noteLabel(record, line, labels) })
  const properties = new Set([...labels.referenced, ...typeof updateBy === 'number' ? [updateBy] : []])
  if (properties.size > 0) await readEach(context, (record) => { identify(record, properties, labels) })
  const checking = new Check(context, true)
  checking.result.itemSets = await followReferences(context)
  const damage = await readEach(context, async (record, line) => { await checking.add(record, line) }, checking)
  if (damage !== undefined && !checking.result.skipped.has(damage.line)) {
    checking.skip(damage.line, [damage.message])
  }
  return checking.result
}

/**
 * Checks the first records of a file. Does not follow links and references, because the file is not read completely.
 * @throws ImportError when they cannot be read because the file is damaged.
 */
export async function checkFirst (context: ImportContext, limit: number): Promise<CheckedRecord[]> {
  const checking = new Check(context, false)
  const checked: CheckedRecord[] = []
  try {
    for await (const lines of context.source.read(undefined, checking.warn)) {
      // Cloned, because reading a record modifies it.
      const some = lines.slice(0, limit - checked.length)
        .map((line) => ({ line, source: structuredClone(line.record), record: readOf(line, context) }))
      await checking.lookUp(some)
      for (const { line, source, record } of some) {
        noteLabel(record, line, context.labels)
        checked.push({ number: line.number, record: source, ...await checking.add(record, line) })
      }
      if (checked.length === limit) break
    }
  } catch (error) {
    throw error instanceof DamagedFileError ? new ImportError(error.message) : error
  }
  return checked
}

/**
 * Reads each record, or its errors.
 * @param checking looks up what the records of a batch refer to. Only with it the progress moves.
 * @returns the damage at which reading has ended, if any.
 */
async function readEach (
  context: ImportContext, visit: (record: ImportRecord | RecordError, line: SourceRecord) => void | Promise<void>,
  checking?: Check
): Promise<DamagedFileError | undefined> {
  const { source, options: { onProgress } } = context
  const turns = new Turns()
  let read = 0
  try {
    for await (const lines of source.read((done) => { read = done }, checking?.warn)) {
      await onProgress?.({ phase: 'check', done: checking === undefined ? 0 : read, total: source.size })
      const records: ReadRecord[] = []
      for await (const line of turns.each(lines)) records.push({ line, record: readOf(line, context) })
      await checking?.lookUp(records)
      for await (const { record, line } of turns.each(records)) await visit(record, line)
    }
    return undefined
  } catch (error) {
    if (error instanceof DamagedFileError) return error
    throw error
  }
}

interface ReadRecord { line: SourceRecord, record: ImportRecord | RecordError }

/** The record, or its errors. */
function readOf (line: SourceRecord, context: ImportContext): ImportRecord | RecordError {
  try {
    return readRecord(line, context)
  } catch (error) {
    if (error instanceof RecordError) return error
    throw error
  }
}

/** Notes the label of a record, if it could be read. The first record with a label has it. */
function noteLabel (record: ImportRecord | RecordError, { number }: SourceRecord, labels: Labels): void {
  if (record.label === undefined) return
  const entry = labels.of(record.label)
  entry.line ??= number
  if (entry.line !== number) return
  if (record instanceof RecordError) entry.isSkipped = true
  else entry.kind ??= record.kind
  labels.save(entry)
}

/** Notes the values by which others may refer to a record. */
function identify (record: ImportRecord | RecordError, properties: ReadonlySet<number>, labels: Labels): void {
  if (record instanceof RecordError) return
  const entry = labels.of(record.label)
  for (const property of properties) {
    for (const text of textsOf(record, property)) labels.identify(property, text.trim(), entry)
  }
}

/** Checks records, and counts what an import would do with them. */
class Check {
  readonly result: CheckResult = {
    records: 0, present: 0, updates: 0, values: 0, media: 0, skipped: new Set(), itemSets: new Set()
  }

  /** What the records of a batch refer to. */
  #found = NOTHING_FOUND

  /** @param isComplete whether all labels are known, so that links can be checked. */
  constructor (readonly context: ImportContext, readonly isComplete: boolean) {}

  /** Looks up what records refer to, before they are added. */
  async lookUp (batch: readonly ReadRecord[]): Promise<void> {
    const { updateBy, services: { store } } = this.context
    const records = batch.flatMap(({ record }) => record instanceof RecordError ? [] : record)
    this.#found = await find(store.read, records, updateBy, this.isComplete)
  }

  async add (record: ImportRecord | RecordError, line: SourceRecord): Promise<Omit<CheckedRecord, 'number' | 'record'>> {
    const title = record instanceof RecordError ? null : record.titles.full
    try {
      if (record instanceof RecordError) throw record
      const { report } = this.context
      const entry = await this.#check(record)
      this.#count(entry, record)
      report.problems('warning', { line: record.line }, record.warnings)
      if (this.isComplete) report.problems('error', { line: record.line }, brokenLinks(record, this.#found, this.context))
      if (entry.state === 'matched') return { title, outcome: 'updated', updates: entry.id! }
      return { title, outcome: isDone(entry) ? 'present' : 'created' }
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      noteLabel(error, line, this.context.labels)
      this.skip(line.number, error.messages)
      return { title, outcome: 'error' }
    }
  }

  /** @throws RecordError */
  async #check (record: ImportRecord): Promise<LabelEntry> {
    const { label, values, templateId } = record
    const problems = await problemsOfFiles(record, this.context)
    if (problems.length > 0) throw new RecordError(problems, label)
    const entry = this.#entryOf(record)
    this.#match(record, entry)
    const missing = entry.state === 'matched'
      ? await whyNotUpdated(this.context, record, entry.id!)
      : missingRequired(values.map(({ row }) => row), templateId, this.context.terms)
    if (missing.length > 0) throw new RecordError(missing, label)
    return entry
  }

  /** @throws RecordError when another line has the label, or an earlier run imported another record under it. */
  #entryOf ({ line, label, kind, digest }: ImportRecord): LabelEntry {
    const { labels, updateBy } = this.context
    const entry = labels.of(label)
    if (entry.line !== line) throw new RecordError([`@id: ${label} is the label of line ${entry.line!} already`])
    if (entry.kind !== kind) {
      throw new RecordError([`@type: ${label} was imported as ${entry.kind!} before, and cannot become ${kind}`])
    }
    if (updateBy === undefined && isDone(entry) && (entry.digest ?? digest) !== digest) {
      throw new RecordError([labels.explainReplaced(entry)], label)
    }
    return entry
  }

  /** Notes the resource to update. @throws RecordError when it is ambiguous, or an earlier record updates it. */
  #match (record: ImportRecord, entry: LabelEntry): void {
    const { updateBy, labels } = this.context
    if (updateBy === undefined) return
    const found = matchOf(record, updateBy, this.#found)
    if (typeof updateBy === 'number') {
      for (const text of textsOf(record, updateBy)) {
        const same = labels.identified(updateBy, text.trim(), [record.kind])
        const other = same.find(({ line }) => line! < record.line)
        if (other === undefined) continue
        throw new RecordError([`line ${other.line!} has the same identifier ${JSON.stringify(text)}`], record.label)
      }
    }
    if (found !== undefined) Object.assign(entry, { state: 'matched', id: found })
    else if (entry.state === 'written') entry.state = 'matched'
    if (entry.state !== 'matched') return
    labels.save(entry)
    this.#refuseRepeated(entry, record)
  }

  /** @throws RecordError when an earlier record updates the same resource. */
  #refuseRepeated (entry: LabelEntry, { line, kind, label }: ImportRecord): void {
    const { labels } = this.context
    const id = String(entry.id!)
    const other = labels.identified(UPDATED, id, [kind]).find((one) => one.line! < line)
    if (other !== undefined) throw new RecordError([`line ${other.line!} updates ${nameOf(kind)} ${id} already`], label)
    labels.identify(UPDATED, id, entry)
  }

  #count (entry: LabelEntry, record: ImportRecord): void {
    const { result } = this
    result.records++
    if (isDone(entry)) result.present++
    else if (entry.state === 'matched') result.updates++
    else {
      result.values += countValues(record)
      result.media += record.media.length
    }
  }

  readonly warn = (line: number, message: string): void => {
    this.context.report.problem('warning', { line }, message)
  }

  /** Leaves out a record because of its errors. */
  skip (line: number, messages: readonly string[]): void {
    this.result.skipped.add(line)
    this.context.report.problems('error', { line }, messages)
  }
}
