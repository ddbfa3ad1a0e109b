import path from 'node:path'
import { and, asc, eq } from 'drizzle-orm'
import type { Store } from '../../../../db/open/store.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import { user } from '../../../../db/tables/index.js'
import { OPERATOR } from '../../../core/calls/actor.js'
import type { Services } from '../../../resources/definition/services.js'
import { BatchWriter, type Counts } from '../write/batch-writer.js'
import { check, type CheckedRecord, type CheckResult } from '../check/check.js'
import { setOf } from '../check/follow-references.js'
import { formatNamed } from '../formats/formats.js'
import { Ingestion } from '../write/ingestion.js'
import { deferringIndexes, type Claim } from './defer-indexes.js'
import { isDone, Labels } from '../records/labels.js'
import { Matching, updateKeyOf, type UpdateKey } from '../records/matching.js'
import type { MoveProgress } from '../../pipeline/move-job.js'
import { DamagedFileError, ImportError, ProblemReport, type Problem } from '../../pipeline/problems.js'
import type { ImportRecord } from '../records/record.js'
import { RecordReader } from '../records/record-reader.js'
import { inBatches, readAgain, type RecordSource } from '../../pipeline/source.js'
import { SOURCE_NAME_MAX_BYTES } from '../records/texts.js'
import { readingTwice } from '../../pipeline/reading-twice.js'

/** A batch is written as soon as it has this many media, because storing their files takes long. */
const MEDIA_PER_BATCH = 50

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

/** A record as an import would read it, with its problems. */
export interface PreviewedRecord extends CheckedRecord {
  problems: Problem[]
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
 * Checks the first records of a file as an import would. Does not resolve links to other records, which would require
 * reading the whole file.
 * @throws ImportError, or a system error, when the file cannot be read.
 */
export async function preview (services: Services, options: ImportOptions, limit: number): Promise<PreviewedRecord[]> {
  const problems: Problem[] = []
  const run = new Run(services, { ...options, onProblem (problem) { problems.push(problem) } }, undefined)
  const records = await run.preview(limit)
  return records.map((record) => ({ ...record, problems: problems.filter(({ line }) => line === record.number) }))
}

/**
 * The default source of a file: its name without folders and `.gz`, so that a moved, compressed or corrected file is
 * recognised.
 */
export function sourceOf (file: string): string {
  return path.basename(file).replace(/\.gz$/i, '')
}

/** The parts of an import that read and write its records. */
interface Parts {
  readonly source: RecordSource
  readonly report: ProblemReport
  readonly labels: Labels
  readonly reader: RecordReader
  readonly ingestion: Ingestion
  readonly writer: BatchWriter
  readonly updateBy: UpdateKey | undefined
}

class Run {
  readonly summary: Omit<ImportSummary, 'seconds'>
  readonly #services: Services
  readonly #options: ImportOptions
  readonly #jobId: number | undefined

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
    if (Buffer.byteLength(this.summary.source) > SOURCE_NAME_MAX_BYTES) {
      throw new ImportError(`The name of the source is longer than ${SOURCE_NAME_MAX_BYTES} bytes.`)
    }
    await this.#opened(async (parts) => {
      await this.#run(parts)
      const { errors, warnings } = parts.report
      Object.assign(this.summary, { errors, warnings })
    })
  }

  async preview (limit: number): Promise<CheckedRecord[]> {
    const records: CheckedRecord[] = []
    await this.#opened(async (parts) => {
      await this.#check(parts, beginningOf(parts.source, limit), (record) => { records.push(record) })
    })
    return records
  }

  async #opened (work: (parts: Parts) => Promise<void>): Promise<void> {
    const { store, files, dataTypes } = this.#services
    const { file, format = 'ndjson', formatOptions, updateBy, replace = false, continueOnError = false } = this.#options
    const terms = await store.terms()
    const source = await formatNamed(format).open(file, formatOptions, { terms, dataTypes, files })
    const report = new ProblemReport(source, this.#options.onProblem)
    const labels = await Labels.open(store.read, this.summary.source, files.work.newFile('import'))
    try {
      const reader = await this.#readerOf(labels, terms)
      const ingestion = await this.#openIngestion()
      const { ownerId = await firstAdministrator(store) } = this.#options
      const writer = new BatchWriter({
        services: this.#services,
        ingestion,
        destination: { source: this.summary.source, labels, terms, ownerId, jobId: this.#jobId },
        replaces: replace,
        continueOnError,
        summary: this.summary,
        report
      })
      const key = updateBy === undefined ? undefined : updateKeyOf(updateBy, terms)
      await work({ source, report, labels, reader, ingestion, writer, updateBy: key })
    } finally {
      labels.close()
      await source.close?.()
    }
  }

  async #readerOf (labels: Labels, terms: Terms): Promise<RecordReader> {
    const { store, dataTypes, files } = this.#services
    const accounts = await store.read.select({ id: user.id, email: user.email }).from(user)
    return new RecordReader({
      terms,
      labels,
      dataTypes,
      owners: new Map(accounts.map(({ id, email }) => [email.toLowerCase(), id])),
      ingesters: files.ingesters,
      allowsFiles: this.#options.files !== null,
      skipsUnknown: this.#options.skipUnknown ?? false,
      allowsNul: store.engine.allowsNul
    })
  }

  async #openIngestion (): Promise<Ingestion> {
    const { file, files = path.dirname(path.resolve(file)), ownerId = null } = this.#options
    return await Ingestion.open(this.#services.files, files, { ...OPERATOR, id: ownerId })
  }

  async #run (parts: Parts): Promise<void> {
    const { isDryRun = false, continueOnError = false, claim } = this.#options
    const { summary } = this
    const { store, indexes } = this.#services
    const checked = await this.#check(parts, parts.source)
    summary.skipped = checked.skipped.size
    summary.present = checked.present
    const created = checked.records - checked.present - checked.updates
    if (isDryRun) {
      const { values, media, itemSets } = checked
      // Each new item set has a title as its only value.
      Object.assign(summary, { values: values + itemSets.size, media, created: created + itemSets.size })
    }
    if (parts.report.errors > 0 && !continueOnError && !isDryRun) return
    if (checked.present === checked.records || (isDryRun && checked.updates === 0)) return
    if (isDryRun) return await this.#write(parts, checked)
    await deferringIndexes(this.#services, checked, claim, async () => { await this.#write(parts, checked) })
    await indexes.catchUp()
    await store.refreshStatistics()
  }

  /** @param content the records to check. @param onRecord called with each of them, if they are only previewed. */
  async #check (
    { source, report, labels, reader, ingestion, writer, updateBy }: Parts, content: Pick<RecordSource, 'read'>,
    onRecord?: (record: CheckedRecord) => void
  ): Promise<CheckResult> {
    const { store } = this.#services
    const { onProgress, createItemSets = false } = this.#options
    return await check({
      source: content,
      reader,
      labels,
      database: store.read,
      matching: new Matching(store.read),
      updateBy,
      createsItemSets: createItemSets,
      onRecord,
      ingestion,
      writer,
      onProgress: async (done) => { await onProgress?.({ phase: 'check', done, total: source.size }) },
      report
    })
  }

  /** Writes the records of a checked file, one transaction per batch, after the item sets to create for them. */
  async #write ({ source, reader, labels, writer }: Parts, checked: CheckResult): Promise<void> {
    const { skipped, itemSets } = checked
    const { batchSize = RECORDS_PER_TRANSACTION, onProgress, isDryRun = false } = this.#options
    const total = checked.records + itemSets.size
    async function * all (): AsyncGenerator<ImportRecord> {
      for (const title of itemSets) yield setOf(title, reader)
      yield * readAgain(source, (line) => reader.read(line), skipped)
    }
    const shareOf = ({ media }: ImportRecord): number => Math.max(1 / batchSize, media.length / MEDIA_PER_BATCH)
    let done = 0
    for await (const records of inBatches(all(), shareOf)) {
      const entries = records.map(({ label }) => labels.of(label))
      await labels.recall()
      const pending = records.filter((_, at) => !isDone(entries[at]!))
      await (isDryRun ? writer.compare(pending) : writer.write(pending))
      await labels.flush()
      done += records.length
      await onProgress?.({ phase: 'write', done, total })
    }
  }
}

/** The first records of a file. It throws an ImportError if they cannot be read because the file is damaged. */
function beginningOf (source: RecordSource, limit: number): Pick<RecordSource, 'read'> {
  return {
    async * read (onProgress, onWarning) {
      let left = limit
      try {
        for await (const chunk of source.read(onProgress, onWarning)) {
          const some = chunk.slice(0, left)
          left -= some.length
          yield some
          if (left === 0) return
        }
      } catch (error) {
        throw error instanceof DamagedFileError ? new ImportError(error.message) : error
      }
    }
  }
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
