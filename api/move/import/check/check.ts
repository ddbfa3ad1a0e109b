import { createHash } from 'node:crypto'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { Turns } from '../../../core/sequence/turns.js'
import type { Json } from '../../pipeline/lines.js'
import { DamagedFileError, ImportError, RecordError } from '../../pipeline/problems.js'
import type { SourceRecord } from '../../pipeline/source.js'
import { isDone, isReplaced, UPDATED, type LabelEntry, type Labels } from '../records/labels.js'
import { kindsOf, matchOf, nameOf, textsOf } from '../records/matching.js'
import { countValues, linksOf, type ImportRecord } from '../records/record.js'
import type { ImportContext } from '../write/context.js'
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
  const checking = new Check(context, true)
  await readEach(context, (record, line) => { noteLabel(record, line, labels) })
  if (labels.referenced.size > 0 || typeof updateBy === 'number') {
    const properties = [...labels.referenced, ...typeof updateBy === 'number' ? [updateBy] : []]
    await readEach(context, (record) => { identify(record, properties, labels) })
  }
  checking.result.itemSets = await followReferences(context)
  const damage = await readAll(context, async (lines) => { await checking.add(lines) }, checking.warn)
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
  const lines: SourceRecord[] = []
  try {
    for await (const chunk of context.source.read(undefined, checking.warn)) {
      lines.push(...chunk.slice(0, limit - lines.length))
      if (lines.length === limit) break
    }
  } catch (error) {
    throw error instanceof DamagedFileError ? new ImportError(error.message) : error
  }
  // Cloned, because reading a record modifies it.
  const records = lines.map(({ number, record }) => ({ number, record: structuredClone(record) }))
  const outcomes = await checking.add(lines)
  return outcomes.map((outcome, at) => ({ ...records[at]!, ...outcome }))
}

/**
 * Reads all records, in batches.
 * @param onWarning gets the warnings of the format, when records are checked. Only then the progress moves.
 * @returns the damage at which reading has ended, if any.
 */
async function readAll (
  { source, options: { onProgress } }: ImportContext,
  visit: (lines: readonly SourceRecord[]) => Promise<void>, onWarning?: (number: number, message: string) => void
): Promise<DamagedFileError | undefined> {
  let read = 0
  try {
    for await (const lines of source.read((done) => { read = done }, onWarning)) {
      await onProgress?.({ phase: 'check', done: onWarning === undefined ? 0 : read, total: source.size })
      await visit(lines)
    }
    return undefined
  } catch (error) {
    if (error instanceof DamagedFileError) return error
    throw error
  }
}

/** Reads each record, or its errors. */
async function readEach (
  context: ImportContext, visit: (record: ImportRecord | RecordError, line: SourceRecord) => void
): Promise<void> {
  const turns = new Turns()
  await readAll(context, async (lines) => {
    for await (const line of turns.each(lines)) visit(readOf(line, context), line)
  })
}

/** The record, or its errors. */
function readOf (line: SourceRecord, { reader }: ImportContext): ImportRecord | RecordError {
  try {
    return reader.read(line)
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
function identify (record: ImportRecord | RecordError, properties: readonly number[], labels: Labels): void {
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

  readonly #turns = new Turns()

  /** @param isComplete whether all labels are known, so that links can be checked. */
  constructor (readonly context: ImportContext, readonly isComplete: boolean) {}

  async add (lines: readonly SourceRecord[]): Promise<Array<Omit<CheckedRecord, 'number' | 'record'>>> {
    const { labels, services: { store } } = this.context
    const group: Array<{ line: SourceRecord, digest: number, record: ImportRecord | RecordError }> = []
    for await (const line of this.#turns.each(lines)) {
      const digest = recordDigest(line)
      const record = readOf(line, this.context)
      noteLabel(record, line, labels)
      group.push({ line, digest, record })
    }
    const readable = group.flatMap(({ record }) => record instanceof RecordError ? [] : record)
    const targets = this.isComplete ? readable.flatMap(linksOf).map(({ target }) => target) : []
    const kinds = await kindsOf(store.read, new Set(targets.filter((target) => target >= 0)))
    const outcomes = []
    for await (const { line, digest, record } of this.#turns.each(group)) {
      const title = record instanceof RecordError ? null : record.titles.full
      outcomes.push({ title, ...await this.#outcomeOf(line, digest, record, kinds) })
    }
    return outcomes
  }

  async #outcomeOf (
    source: SourceRecord, digest: number, record: ImportRecord | RecordError, kinds: ReadonlyMap<number, ResourceKind>
  ): Promise<Pick<CheckedRecord, 'outcome' | 'updates'>> {
    const { report, labels } = this.context
    const { number: line } = source
    try {
      if (record instanceof RecordError) throw record
      const entry = await this.#check(record, digest)
      this.#count(entry, record)
      report.problems('warning', { line }, record.warnings)
      if (this.isComplete) report.problems('error', { line }, brokenLinks(record, kinds, this.context))
      if (entry.state === 'matched') return { outcome: 'updated', updates: entry.id! }
      return { outcome: isDone(entry) ? 'present' : 'created' }
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      noteLabel(error, source, labels)
      this.skip(line, error.messages)
      return { outcome: 'error' }
    }
  }

  /** @throws RecordError */
  async #check (record: ImportRecord, digest: number): Promise<LabelEntry> {
    const { reader, ingestion } = this.context
    const { label, media } = record
    const problems = media.length === 0 ? [] : await ingestion.check(record)
    if (problems.length > 0) throw new RecordError(problems, label)
    const entry = this.#register(record, digest)
    await this.#match(record, entry)
    this.context.labels.save(entry)
    const missing = entry.state === 'matched'
      ? await whyNotUpdated(this.context, record, entry.id!)
      : reader.missing(record)
    if (missing.length > 0) throw new RecordError(missing, label)
    return entry
  }

  /** @throws RecordError when another line has the label, or an earlier run imported another record under it. */
  #register (record: ImportRecord, digest: number): LabelEntry {
    const { labels, updateBy } = this.context
    const { line, label, kind } = record
    const entry = labels.of(label)
    if (entry.line !== line) throw new RecordError([`@id: ${label} is the label of line ${entry.line!} already`])
    if (entry.kind !== kind) {
      throw new RecordError([`@type: ${label} was imported as ${entry.kind!} before, and cannot become ${kind}`])
    }
    entry.digest = digest
    if (updateBy === undefined && isReplaced(entry)) throw new RecordError([labels.explainReplaced(entry)], label)
    return entry
  }

  /** Notes the resource to update. @throws RecordError when it is ambiguous, or an earlier record updates it. */
  async #match (record: ImportRecord, entry: LabelEntry): Promise<void> {
    const { updateBy, matching, labels } = this.context
    if (updateBy === undefined) return
    const found = await matchOf(record, updateBy, matching)
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
    if (entry.state === 'matched') this.#refuseRepeated(entry, record)
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

/** A JavaScript number represents six bytes exactly. They suffice, because only digests of one label are compared. */
const DIGEST_BYTES = 6

/**
 * A digest of a record's source text, by which a later run detects that it has imported the same record. It does not
 * depend on the order of keys (columns). Call it before reading the record, which modifies it.
 */
function recordDigest ({ text, record }: SourceRecord): number {
  return createHash('sha1').update(text?.trim() ?? inOrder(record)).digest().readUIntBE(0, DIGEST_BYTES)
}

function inOrder (record: Json): string {
  return JSON.stringify(Object.entries(record).sort(([a], [b]) => a < b ? -1 : 1))
}
