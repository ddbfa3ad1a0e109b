import path from 'node:path'
import { and, asc, eq } from 'drizzle-orm'
import type { Store } from '../../../../db/open/store.js'
import { user } from '../../../../db/tables/index.js'
import { OPERATOR } from '../../../core/calls/actor.js'
import type { Services } from '../../../resources/definition/services.js'
import { BatchWriter, type Counts } from '../write/batch-writer.js'
import { batches } from '../check/batches.js'
import { check, type CheckResult } from '../check/check.js'
import { formatNamed } from '../formats/formats.js'
import { Ingestion } from '../write/ingestion.js'
import { deferringIndexes, type Claim } from '../write/defer-indexes.js'
import { isDone, Labels } from '../records/labels.js'
import { Matching, updateKeyOf, type UpdateKey } from '../records/matching.js'
import type { MoveProgress } from '../../pipeline/move-job.js'
import { ImportError, type Problem } from '../../pipeline/problems.js'
import { RecordReader } from '../records/record-reader.js'
import type { RecordSource } from '../records/source.js'
import { SOURCE_NAME_MAX_BYTES } from '../records/texts.js'
import { readingTwice } from '../../pipeline/whole-file.js'

/** Larger batches are hardly faster and block other writers longer. */
const RECORDS_PER_TRANSACTION = 1000

export interface ImportOptions {
  /** Path of the file. */
  file: string
  /** Name of its format (see formats.ts); default: `ndjson`, plain or compressed with gzip. */
  format?: string
  /** Options of the format, as JSON. */
  formatOptions?: unknown
  /** Name under which imported labels are stored, so that another run skips them; default: `sourceOf(file)`. */
  source?: string
  /** Owner of the new resources; default: the first active administrator. */
  ownerId?: number | null
  /**
   * Folder of the local files that records name; default: the folder of `file`; null: records may not name local
   * files.
   */
  files?: string | null
  /** Create item sets that records name by title and that do not exist. */
  createItemSets?: boolean
  /**
   * A property, or `o:id`: a record updates the resource that has the same value for it. The keys of the record
   * replace what the resource has: the values of each property, class, template, visibility, owner and item sets.
   * Missing media are added, none are removed.
   */
  updateBy?: string
  /** In updates, remove values, class, template and item sets that the record does not have. */
  replace?: boolean
  /** Leave out values of unknown terms with a warning. */
  skipUnknown?: boolean
  /** Check the file without writing. */
  isDryRun?: boolean
  /** Skip records with errors, and media that cannot be fetched, instead of stopping. */
  continueOnError?: boolean
  /** Records per transaction; default: RECORDS_PER_TRANSACTION. */
  batchSize?: number
  /** Awaited while checking and after each transaction. An error that it throws ends the import. */
  onProgress?: (progress: MoveProgress) => unknown
  onProblem?: (problem: Problem) => void
  /** Makes large imports faster: they may block this thread, and build indexes at their end. Default: never. */
  claim?: Claim
}

export interface ImportSummary extends Counts {
  source: string
  /** Records that an earlier run imported. */
  present: number
  /** Records left out because of errors. */
  skipped: number
  errors: number
  warnings: number
  /** Duration, including the check. */
  seconds: number
}

/**
 * Imports a file of records (format: see RecordReader), one transaction per batch. The whole file is checked first; if
 * a record has errors, nothing is written unless `continueOnError` is set. An interrupted run is resumed by running it
 * again: the labels of imported records are stored by source with a digest, and skipped. Another record under such a
 * label is an error.
 * @param jobId the job with which changes are stored.
 * @returns what was imported, or with `isDryRun` what would be.
 * @throws ImportError when the path is not a regular file, the file changes during the import, or a media cannot be
 * fetched; a system error (with `code`) when the file cannot be read.
 */
export async function importFile (services: Services, options: ImportOptions, jobId?: number): Promise<ImportSummary> {
  const begin = performance.now()
  const run = new Run(services, options, jobId)
  await readingTwice(options.file, false, async () => { await run.start() })
  return { ...run.summary, seconds: (performance.now() - begin) / 1000 }
}

/**
 * The default source of a file: its name without folders and `.gz`, so that a moved, compressed or corrected file is
 * recognised.
 */
export function sourceOf (file: string): string {
  return path.basename(file).replace(/\.gz$/i, '')
}

class Run {
  readonly summary: Omit<ImportSummary, 'seconds'>
  readonly #services: Services
  readonly #options: ImportOptions
  readonly #jobId: number | undefined
  #unit = 'line'
  #explain: (line: number, message: string) => string = (_line, message) => message

  constructor (services: Services, options: ImportOptions, jobId: number | undefined) {
    this.#services = services
    this.#options = options
    this.#jobId = jobId
    const source = options.source ?? sourceOf(options.file)
    this.summary = {
      source, created: 0, updated: 0, unchanged: 0, values: 0, media: 0, present: 0, skipped: 0, errors: 0, warnings: 0
    }
  }

  async start (): Promise<void> {
    const { store, files } = this.#services
    if (Buffer.byteLength(this.summary.source) > SOURCE_NAME_MAX_BYTES) {
      throw new ImportError(`The name of the source is longer than ${SOURCE_NAME_MAX_BYTES} bytes.`)
    }
    const source = await sourceFor(this.#services, this.#options)
    this.#unit = source.unit
    this.#explain = (line, message) => explained(source, line, message)
    const labels = await Labels.open(store.read, this.summary.source, files.work.newFile('import'))
    try {
      await this.#run(source, labels)
    } finally {
      labels.close()
      await source.close?.()
    }
  }

  async #run (source: RecordSource, labels: Labels): Promise<void> {
    const { isDryRun = false, continueOnError = false, updateBy: term, ownerId } = this.#options
    const { summary } = this
    const { store, indexes } = this.#services
    const terms = await store.terms()
    const updateBy = term === undefined ? undefined : updateKeyOf(term, terms)
    const reader = await readerOf(this.#services, this.#options, labels)
    const ingestion = await ingestionOf(this.#services, this.#options)
    const owner = ownerId === undefined ? await firstAdministrator(store) : ownerId
    const writer = new BatchWriter({
      services: this.#services,
      ingestion,
      destination: { source: summary.source, labels, terms, ownerId: owner, jobId: this.#jobId },
      replaces: this.#options.replace ?? false,
      continueOnError,
      summary,
      report: (problem) => { this.#report(problem) }
    })
    const checked = await this.#check(source, reader, labels, ingestion, writer, updateBy)
    summary.skipped = checked.skipped.size
    summary.present = checked.present
    const created = checked.records - checked.present - checked.updates
    if (isDryRun) {
      const { values, media, itemSets } = checked
      // Each new item set has a title as its only value.
      Object.assign(summary, { values: values + itemSets.size, media, created: created + itemSets.size })
    }
    if (summary.errors > 0 && !continueOnError && !isDryRun) return
    if (checked.present === checked.records || (isDryRun && checked.updates === 0)) return
    const write = async (): Promise<void> => { await this.#write(source, reader, labels, checked, writer) }
    if (isDryRun) return await write()
    await deferringIndexes(this.#services, checked, this.#options.claim, write)
    await indexes.catchUp()
    await store.refreshStatistics()
  }

  async #check (
    source: RecordSource, reader: RecordReader, labels: Labels, ingestion: Ingestion, writer: BatchWriter,
    updateBy: UpdateKey | undefined
  ): Promise<CheckResult> {
    const { store } = this.#services
    const { onProgress } = this.#options
    return await check({
      source,
      reader,
      labels,
      database: store.read,
      matching: new Matching(store.read),
      updateBy,
      createsItemSets: this.#options.createItemSets ?? false,
      checkFiles: async (record) => await ingestion.check(record),
      checkUpdate: async (record, id) => await writer.check(record, id),
      onProgress: async (done) => { await onProgress?.({ phase: 'check', done, total: source.size }) },
      report: (problem) => { this.#report(problem) }
    })
  }

  async #write (
    source: RecordSource, reader: RecordReader, labels: Labels, checked: CheckResult, writer: BatchWriter
  ): Promise<void> {
    const { batchSize = RECORDS_PER_TRANSACTION, onProgress, isDryRun = false } = this.#options
    const total = checked.records + checked.itemSets.size
    let done = 0
    for await (const records of batches(source, reader, checked, batchSize)) {
      const entries = records.map(({ label }) => labels.of(label))
      await labels.recall()
      const pending = records.filter((_, at) => !isDone(entries[at]!))
      await (isDryRun ? writer.compare(pending) : writer.write(pending))
      await labels.flush()
      done += records.length
      await onProgress?.({ phase: 'write', done, total })
    }
  }

  #report (problem: Omit<Problem, 'unit'>): void {
    this.summary[problem.severity === 'error' ? 'errors' : 'warnings']++
    this.#options.onProblem?.({ ...problem, unit: this.#unit, message: this.#explain(problem.line, problem.message) })
  }
}

/** Rewrites a message about a record for its file format. */
export function explained (source: RecordSource, line: number, message: string): string {
  const name = source.nameOf?.(line)
  const words = source.explain?.(message) ?? message
  return name === undefined ? words : `${name}: ${words}`
}

/** Opens the file of an import. */
export async function sourceFor (
  { store, files, dataTypes }: Services, { file, format = 'ndjson', formatOptions }: ImportOptions
): Promise<RecordSource> {
  return await formatNamed(format).open(file, formatOptions, { terms: await store.terms(), dataTypes, files })
}

/** The reader for the records of a file. */
export async function readerOf (
  { store, dataTypes, files }: Services, options: ImportOptions, labels: Labels
): Promise<RecordReader> {
  const accounts = await store.read.select({ id: user.id, email: user.email }).from(user)
  return new RecordReader({
    terms: await store.terms(),
    labels,
    dataTypes,
    owners: new Map(accounts.map(({ id, email }) => [email.toLowerCase(), id])),
    ingesters: files.ingesters,
    allowsFiles: options.files !== null,
    skipsUnknown: options.skipUnknown ?? false,
    allowsNul: store.allowsNul
  })
}

/** Ingests the media of the records of a file. */
export async function ingestionOf (
  services: Services, { file, files = path.dirname(path.resolve(file)), ownerId = null }: ImportOptions
): Promise<Ingestion> {
  return await Ingestion.open(services.files, files, { ...OPERATOR, id: ownerId })
}

async function firstAdministrator ({ read }: Store): Promise<number | null> {
  const [row] = await read
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.role, 'global_admin'), eq(user.isActive, true)))
    .orderBy(asc(user.id))
    .limit(1)
  return row?.id ?? null
}
