import { and, asc, eq } from 'drizzle-orm'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Store } from '../../db/store.js'
import { user } from '../../db/tables/index.js'
import type { IndexKeeper } from '../search/full-text/index-keeper.js'
import type { DataTypes } from '../values/data-types.js'
import { check, type CheckResult } from './check.js'
import { DamagedFileError, readLines } from './lines.js'
import { isDone, Labels } from './labels.js'
import { ImportError, type Problem } from './problems.js'
import type { ImportRecord } from './record.js'
import { RecordReader } from './record-reader.js'
import { writeBatch, type Destination } from './writer.js'

/** Default number of records per transaction. Larger batches are hardly faster and hold up other writers longer. */
export const BATCH_SIZE = 1000

export interface ImportOptions {
  /** Path of an NDJSON file, plain or compressed with gzip. */
  file: string
  /** Name under which imported labels are stored, so that another run skips them; default: `sourceOf(file)`. */
  source?: string
  /** Owner of the new resources; default: the first active administrator. */
  ownerId?: number | null
  /** Check the file without writing. */
  isDryRun?: boolean
  /** Skip records with errors instead of importing nothing. */
  continueOnError?: boolean
  /** Records per transaction; default: BATCH_SIZE. */
  batchSize?: number
  /** Called while checking and, awaited, after each transaction. An error that it throws ends the import. */
  onProgress?: (progress: ImportProgress) => unknown
  onProblem?: (problem: Problem) => void
}

/** The file is read twice: `check` counts bytes of the file, `write` counts records. */
export interface ImportProgress {
  phase: 'check' | 'write'
  done: number
  total: number
}

export interface ImportSummary {
  source: string
  /** Records imported by this run. */
  created: number
  /** Values imported by this run, including those of value annotations. */
  values: number
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
 * Imports a file of records (format: see RecordReader), one transaction per batch. The whole file is checked first;
 * if a record has errors, nothing is written unless `continueOnError` is set. An interrupted run is resumed by
 * running it again: the labels of imported records are stored by source, and skipped.
 *
 * @returns what was imported, or with `isDryRun` what would be.
 * @throws ImportError when the path is no regular file, or the file changes during the import; a system error (with
 *   `code`) when it cannot be read.
 */
export async function importFile (
  store: Store,
  indexes: IndexKeeper,
  dataTypes: DataTypes,
  options: ImportOptions
): Promise<ImportSummary> {
  const begin = performance.now()
  const run = new Run(store, indexes, dataTypes, options, options.source ?? sourceOf(options.file))
  await run.start()
  return { ...run.summary, seconds: (performance.now() - begin) / 1000 }
}

/**
 * The default source of a file: its name without folders and `.gz`, so that a file that was moved, compressed or
 * corrected is recognized.
 */
export function sourceOf (file: string): string {
  return path.basename(file).replace(/\.gz$/i, '')
}

class Run {
  readonly summary: Omit<ImportSummary, 'seconds'>

  constructor (
    readonly store: Store,
    readonly indexes: IndexKeeper,
    readonly dataTypes: DataTypes,
    readonly options: ImportOptions,
    source: string
  ) {
    this.summary = { source, created: 0, values: 0, present: 0, skipped: 0, errors: 0, warnings: 0 }
  }

  async start (): Promise<void> {
    const { file, isDryRun = false, continueOnError = false } = this.options
    const { store: { read }, summary } = this
    const before = await identityOf(file)
    const labels = await Labels.load(read, summary.source)
    const terms = await this.store.terms()
    const reader = new RecordReader(terms, this.dataTypes, labels)
    const lines = readLines(file, (done) => { this.options.onProgress?.({ phase: 'check', done, total: before.size }) })
    const checked = await check(lines, reader, read, (problem) => { this.#report(problem) })
    summary.skipped = checked.skipped.size
    summary.present = checked.present
    if (isDryRun) Object.assign(summary, { created: checked.records - checked.present, values: checked.values })
    if (isDryRun || (summary.errors > 0 && !continueOnError) || checked.present === checked.records) return
    const ownerId = this.options.ownerId === undefined ? await firstAdministrator(this.store) : this.options.ownerId
    await this.#write(reader, checked, { source: summary.source, labels, terms, ownerId })
    await this.indexes.catchUp()
    this.store.refreshStatistics()
    const after = await identityOf(file)
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
      throw new ImportError(`${file} changed while it was read. Run the import again.`)
    }
  }

  async #write (reader: RecordReader, checked: CheckResult, destination: Destination): Promise<void> {
    const { file, batchSize = BATCH_SIZE, onProgress } = this.options
    let done = 0
    for await (const records of batches(file, reader, checked, batchSize)) {
      const pending = records.filter(({ label }) => !isDone(destination.labels.of(label)))
      if (pending.length > 0) {
        const { values, warnings } = await this.store.writeBulk(async (transaction) => {
          const written = await writeBatch(transaction, pending, destination)
          await this.indexes.indexDue(transaction)
          return written
        })
        for (const warning of warnings) this.#report(warning)
        this.summary.values += values
      }
      this.summary.created += pending.length
      done += records.length
      await onProgress?.({ phase: 'write', done, total: checked.records })
    }
  }

  #report (problem: Problem): void {
    this.summary[problem.severity === 'error' ? 'errors' : 'warnings']++
    this.options.onProblem?.(problem)
  }
}

async function * batches (
  file: string,
  reader: RecordReader,
  { skipped }: CheckResult,
  size: number
): AsyncGenerator<ImportRecord[]> {
  let records: ImportRecord[] = []
  try {
    for await (const lines of readLines(file)) {
      for (const line of lines) {
        if (!skipped.has(line.number)) records.push(reader.read(line))
        if (records.length < size) continue
        yield records
        records = []
      }
    }
  } catch (error) {
    // With `continueOnError`, a file that the check found damaged is imported as far as it can be read.
    if (!(error instanceof DamagedFileError && skipped.has(error.line))) throw error
  }
  if (records.length > 0) yield records
}

async function identityOf (file: string): Promise<{ size: number, mtimeMs: number }> {
  const stats = await stat(file)
  if (!stats.isFile()) throw new ImportError(`${file} is not a file. It is read twice, so it cannot be a pipe.`)
  return stats
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
