import type { Database } from '../../../../db/query/statements/database.js'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { Turns } from '../../../core/sequence/turns.js'
import { checkLinks } from './check-links.js'
import { type Json } from '../../pipeline/lines.js'
import { DamagedFileError, RecordError, type Problem, type ProblemReport } from '../../pipeline/problems.js'
import { jsonOf, type SourceRecord, type RecordSource } from '../../pipeline/source.js'
import { followReferences, together } from './follow-references.js'
import { isDone, isReplaced, type LabelEntry, type Labels } from '../records/labels.js'
import { matchOf, textsOf, type Matching, type UpdateKey } from '../records/matching.js'
import { recordDigest } from './record-digest.js'
import type { RecordReader } from '../records/record-reader.js'
import { countValues, forEachTarget, type ImportRecord } from '../records/record.js'
import type { BatchWriter } from '../write/batch-writer.js'
import type { Ingestion } from '../write/ingestion.js'

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

export interface CheckOptions {
  source: Pick<RecordSource, 'read'>
  reader: RecordReader
  labels: Labels
  database: Database
  matching: Matching
  /** The key by which records find the resource to update; undefined: they create resources. */
  updateBy: UpdateKey | undefined
  /** Create item sets that records name by title and that do not exist. */
  createsItemSets: boolean
  /** Checks the local files of records. */
  ingestion: Ingestion
  /** Checks records that update a resource. */
  writer: BatchWriter
  /**
   * Called with each record, if the records are only previewed; then links and references are not followed, because
   * the file is not read completely.
   */
  onRecord: ((record: CheckedRecord) => void) | undefined
  /** Awaited. */
  onProgress: (done: number) => Promise<void>
  /** Gets each problem; broken links come last, all others in the order of lines. */
  report: ProblemReport
}

/** A record of a file, and what an import would do with it. */
export interface CheckedRecord {
  /** Its line or row number. */
  number: number
  /** The source record; undefined when it cannot be read. */
  record: Json | undefined
  title: string | null
  outcome: 'created' | 'updated' | 'present' | 'error'
  /** Id of the resource that it updates. */
  updates?: number
}

/** A line of the file with its parsed record and the resource that it updates, or with an error. */
interface ReadLine {
  line: SourceRecord
  /** Of a previewed record. */
  json?: Json | undefined
  record?: ImportRecord
  digest?: number
  match?: number | undefined
  error?: RecordError
}

/**
 * Reads a whole file without writing anything and reports every problem. First collects all labels, because a record
 * may link to a later one.
 */
export async function check (options: CheckOptions): Promise<CheckResult> {
  return await new Check(options).run()
}

class Check {
  readonly #options: CheckOptions
  readonly #labels: Labels
  readonly #turns = new Turns()
  readonly #result: CheckResult = {
    records: 0, present: 0, updates: 0, values: 0, media: 0, skipped: new Set(), itemSets: new Set()
  }

  /** Properties, or TITLE, by whose values the file refers to records. */
  readonly #identifying = new Set<number>()
  /**
   * Whether records preceded the first reference by some property, so that their values have not been collected yet.
   */
  #isLate = false

  constructor (options: CheckOptions) {
    this.#options = options
    this.#labels = options.labels
    if (typeof options.updateBy === 'number') this.#identifying.add(options.updateBy)
  }

  async run (): Promise<CheckResult> {
    await this.#readAll(async (lines) => { await this.#checkLines(lines) }, this.#options.onProgress)
    if (this.#options.onRecord !== undefined) return this.#result
    if (this.#isLate) {
      await this.#readAll(async (lines) => {
        for (const line of lines) {
          if (this.#result.skipped.has(line.number)) continue
          const record = this.#options.reader.read(line)
          this.#identify(record, this.#labels.of(record.label))
          await this.#turns.next()
        }
      })
    }
    this.#result.itemSets = await followReferences(this.#options)
    await checkLinks(this.#options, this.#turns)
    return this.#result
  }

  async #readAll (
    visit: (lines: readonly SourceRecord[]) => Promise<void>, onProgress?: (done: number) => Promise<void>
  ): Promise<void> {
    let read = 0
    try {
      const onWarning = (number: number, message: string): void => { this.#report('warning', number, message) }
      for await (const chunk of this.#options.source.read((done) => { read = done }, onProgress && onWarning)) {
        await onProgress?.(read)
        for (const lines of together(chunk)) await visit(lines)
        await this.#labels.flush()
      }
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error
      if (this.#result.skipped.has(error.line)) return
      this.#result.skipped.add(error.line)
      this.#report('error', error.line, error.message)
    }
  }

  async #checkLines (lines: readonly SourceRecord[]): Promise<void> {
    const group: ReadLine[] = []
    for (const line of lines) {
      group.push(this.#read(line))
      await this.#turns.next()
    }
    await this.#labels.recall()
    await this.#findMatches(group)
    for (const one of group) {
      const outcome = await this.#checkLine(one)
      this.#options.onRecord?.({
        number: one.line.number, record: one.json, title: one.record?.titles.full ?? null, ...outcome
      })
      await this.#turns.next()
    }
  }

  /** Parses a record and adds its labels to `labels`. */
  #read (line: SourceRecord): ReadLine {
    const digest = recordDigest(line)
    let json: Json | undefined
    try {
      // Cloned, because reading modifies the object.
      if (this.#options.onRecord !== undefined) json = structuredClone(jsonOf(line))
      const record = this.#options.reader.read(line)
      this.#labels.of(record.label)
      return { line, json, record, digest }
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      if (error.label !== undefined) this.#labels.of(error.label)
      return { line, json, error }
    }
  }

  /** Finds the resources to update. */
  async #findMatches (group: readonly ReadLine[]): Promise<void> {
    const { updateBy, matching } = this.#options
    if (updateBy === undefined) return
    await Promise.all(group.map(async (one) => {
      if (one.record === undefined) return
      try {
        one.match = await matchOf(one.record, updateBy, matching)
      } catch (error) {
        if (!(error instanceof RecordError)) throw error
        one.error = error
      }
    }))
  }

  async #checkLine (
    { line, record, digest, match, error: fault }: ReadLine
  ): Promise<Pick<CheckedRecord, 'outcome' | 'updates'>> {
    const { reader, ingestion, writer } = this.#options
    if (record === undefined) return this.#refused(line, fault!)
    try {
      const problems = record.media.length === 0 ? [] : await ingestion.check(record)
      if (problems.length > 0) throw new RecordError(problems, record.label)
      const entry = this.#register(record, digest!)
      if (fault !== undefined) throw fault
      this.#match(record, entry, match)
      const missing = entry.state === 'matched' ? await writer.check(record, entry.id!) : reader.missing(record)
      if (missing.length > 0) throw new RecordError(missing, record.label)
      this.#count(entry, countValues(record), record.media.length)
      for (const message of record.warnings) this.#report('warning', line.number, message)
      this.#noteReferences()
      this.#identify(record, entry)
      forEachTarget(record, (target, kinds) => { this.#noteLink(line.number, target, kinds) })
      if (entry.state === 'matched') return { outcome: 'updated', updates: entry.id! }
      return { outcome: isDone(entry) ? 'present' : 'created' }
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      return this.#refused(line, error)
    }
  }

  /** Collects a link that must be checked when all records are known. */
  #noteLink (line: number, target: number, kinds: readonly ResourceKind[]): void {
    const kind = this.#labels.byTarget(target)?.kind
    if (kind === undefined || !kinds.includes(kind)) this.#labels.link(line, target, kinds)
  }

  /** Skips a record with errors. */
  #refused ({ number }: SourceRecord, { label, messages }: RecordError): { outcome: 'error' } {
    this.#result.skipped.add(number)
    const entry = label === undefined ? undefined : this.#labels.of(label)
    if (entry !== undefined && (entry.line === undefined || entry.line === number)) {
      Object.assign(entry, { line: number, isSkipped: true })
    }
    for (const message of messages) this.#report('error', number, message)
    return { outcome: 'error' }
  }

  /** @throws RecordError when another line has the label, or an earlier run imported another record under it. */
  #register ({ line, label, kind }: Pick<ImportRecord, 'line' | 'label' | 'kind'>, digest: number): LabelEntry {
    const entry = this.#labels.of(label)
    if (entry.line !== undefined) throw new RecordError([`@id: ${label} is the label of line ${entry.line} already`])
    entry.line = line
    if (entry.kind !== undefined && entry.kind !== kind) {
      throw new RecordError([`@type: ${label} was imported as ${entry.kind} before, and cannot become ${kind}`])
    }
    Object.assign(entry, { kind, digest })
    if (this.#options.updateBy === undefined && isReplaced(entry)) {
      throw new RecordError([this.#labels.explainReplaced(entry)], label)
    }
    return entry
  }

  /** Notes the resource to update. @throws RecordError when an earlier record updates it. */
  #match (record: ImportRecord, entry: LabelEntry, found: number | undefined): void {
    const { updateBy } = this.#options
    if (updateBy === undefined) return
    if (typeof updateBy === 'number') {
      for (const text of textsOf(record, updateBy)) {
        const [other] = this.#labels.identified(updateBy, text.trim(), [record.kind])
        if (other === undefined) continue
        throw new RecordError([`line ${other.line!} has the same identifier ${JSON.stringify(text)}`], record.label)
      }
    }
    if (found !== undefined) Object.assign(entry, { state: 'matched', id: found })
    else if (entry.state === 'written') entry.state = 'matched'
  }

  #count (entry: LabelEntry, values: number, media: number): void {
    const result = this.#result
    result.records++
    if (isDone(entry)) {
      result.present++
      return
    }
    if (entry.state === 'matched') {
      result.updates++
      return
    }
    result.values += values
    result.media += media
  }

  #noteReferences (): void {
    for (const property of this.#labels.referenced) {
      if (this.#identifying.has(property)) continue
      this.#identifying.add(property)
      this.#isLate ||= this.#result.records > 1
    }
  }

  /** Collects the values by which others may refer to a record. */
  #identify (record: ImportRecord, entry: LabelEntry): void {
    for (const property of this.#identifying) {
      for (const text of textsOf(record, property)) this.#labels.identify(property, text.trim(), entry)
    }
  }

  #report (severity: Problem['severity'], line: number, message: string): void {
    this.#options.report.problem({ severity, line, message })
  }
}
