import { and, asc, eq } from 'drizzle-orm'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Store } from '../../db/store.js'
import { user } from '../../db/tables/index.js'
import type { IndexKeeper } from '../search/full-text/index-keeper.js'
import type { DataTypes } from '../values/data-types.js'
import { check, type Checked } from './check.js'
import { DamagedFileError, readLines } from './lines.js'
import { isDone, Places } from './places.js'
import { ImportError, type Problem } from './problems.js'
import type { ImportRecord } from './record.js'
import { RecordReader } from './record-reader.js'
import { writeBatch, type Destination } from './writer.js'

/** Records a transaction takes unless told otherwise. More are hardly faster, and let other writers wait for longer. */
export const BATCH_SIZE = 1000

export interface ImportOptions {
  /** Path of an NDJSON file, plain or compressed with gzip. */
  file: string
  /** Name under which the file is remembered, so that another run leaves out what is there; by default see sourceOf. */
  source?: string
  /** Whose resources they become; by default the first administrator's. */
  ownerId?: number | null
  /** Check everything, write nothing. */
  isDryRun?: boolean
  /** Leave out records that cannot be imported instead of importing nothing. */
  continueOnError?: boolean
  /** Records a transaction. */
  batchSize?: number
  /** Waited for while records are written, between two transactions; what it throws ends the import. */
  onProgress?: (progress: ImportProgress) => unknown
  onProblem?: (problem: Problem) => void
}

/** How far an import has come. The file is read twice: first to check it, in bytes, then to write it, in records. */
export interface ImportProgress {
  phase: 'check' | 'write'
  done: number
  total: number
}

export interface ImportSummary {
  source: string
  /** Records made. */
  created: number
  /** Values made, those of annotations too. */
  values: number
  /** Records that an earlier run has made. */
  present: number
  /** Records left out because something is wrong with them. */
  skipped: number
  errors: number
  warnings: number
  /** From the beginning, checking included. */
  seconds: number
}

/**
 * Imports a file of records (see RecordReader), a transaction for every batch. Everything is checked first; when a
 * record is wrong, nothing is written unless `continueOnError`. A run that was broken off is taken up by the next
 * one: what a file has brought in is remembered under its source and the records' labels.
 *
 * @returns what was done, or with `isDryRun` what would be.
 * @throws ImportError when the file is not one, or changes meanwhile; an error of the system when it cannot be read.
 */
export async function importFile (
  store: Store,
  indexes: IndexKeeper,
  dataTypes: DataTypes,
  options: ImportOptions
): Promise<ImportSummary> {
  const begin = performance.now()
  const run = new Run(store, indexes, dataTypes, options, options.source ?? sourceOf(options.file))
  await run.go()
  return { ...run.summary, seconds: (performance.now() - begin) / 1000 }
}

/**
 * The name a file is remembered under: without folders and `.gz`, so that the file may move, be compressed, or be
 * corrected and tried again.
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

  async go (): Promise<void> {
    const { file, isDryRun = false, continueOnError = false } = this.options
    const { store: { read }, summary } = this
    const before = await identityOf(file)
    const places = await Places.load(read, summary.source)
    const terms = await this.store.terms()
    const reader = new RecordReader(terms, this.dataTypes, places)
    const lines = readLines(file, (done) => { this.options.onProgress?.({ phase: 'check', done, total: before.size }) })
    const checked = await check(lines, reader, read, (problem) => { this.#report(problem) })
    summary.skipped = checked.skipped.size
    summary.present = checked.present
    if (isDryRun) Object.assign(summary, { created: checked.records - checked.present, values: checked.values })
    if (isDryRun || (summary.errors > 0 && !continueOnError) || checked.present === checked.records) return
    const ownerId = this.options.ownerId === undefined ? await firstAdministrator(this.store) : this.options.ownerId
    await this.#write(reader, checked, { source: summary.source, places, terms, ownerId })
    await this.indexes.catchUp()
    this.store.refreshStatistics()
    const after = await identityOf(file)
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
      throw new ImportError(`${file} changed while it was read. Run the import again.`)
    }
  }

  async #write (reader: RecordReader, checked: Checked, destination: Destination): Promise<void> {
    const { file, batchSize = BATCH_SIZE, onProgress } = this.options
    let done = 0
    for await (const records of batches(file, reader, checked, batchSize)) {
      const fresh = records.filter(({ label }) => !isDone(destination.places.of(label)))
      if (fresh.length > 0) {
        const { values, warnings } = await this.store.writeBulk(async (transaction) => {
          const written = await writeBatch(transaction, fresh, destination)
          await this.indexes.indexDue(transaction)
          return written
        })
        for (const warning of warnings) this.#report(warning)
        this.summary.values += values
      }
      this.summary.created += fresh.length
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
  { skipped }: Checked,
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
    // Known since the file was checked, and allowed; what could be read is imported.
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
