import { stat } from 'node:fs/promises'
import type { Services } from '../../../resources/definition/services.js'
import { ImportError } from '../../pipeline/problems.js'
import { checkCollection, type CheckedFile } from '../plan/check.js'
import { CollectionFileError, readCollection, readCollectionHeader, type CollectionHeader } from '../read/collection-file.js'
import { CollectionFiles, MissingFileError } from '../read/collection-files.js'
import { CollectionReader } from '../read/record-reader.js'
import { TransferReport, type TransferCounts, type TransferProblem } from '../plan/report.js'
import type { MoveProgress } from '../../pipeline/move-job.js'
import { readingTwice } from '../../pipeline/whole-file.js'
import { loadSource } from '../plan/source-state.js'
import { TransferMap } from '../plan/transfer-map.js'
import { writeCollection } from '../write/collection.js'

export interface TransferOptions {
  /**
   * Path of a collection file, plain or compressed with gzip, or of an RO-Crate that contains one: a folder or zip
   * archive.
   */
  file: string
  /** Folder of files, instead of the one that the header names. */
  files?: string
  /** Check everything, write nothing. */
  isDryRun?: boolean
  /** Leave out records with errors and missing files, instead of importing nothing. */
  continueOnError?: boolean
  /** The source takes precedence: also write records that were changed or deleted here since their import. */
  overwrite?: boolean
  /** Delete records of the source that the file no longer has; for complete collections only. */
  deleteMissing?: boolean
  /** Records per transaction; default: 1000, and 100 if they have files. */
  batchSize?: number
  /** Awaited while checking and after each transaction. An error that it throws ends the transfer. */
  onProgress?: (progress: MoveProgress) => unknown
  onProblem?: (problem: TransferProblem) => void
}

export interface TransferSummary {
  /** Name of the source. */
  source: string
  /** Outcomes of the records; with `isDryRun` the expected ones. */
  counts: TransferCounts
  /** Numbers of values of unknown data types that were converted to texts, URIs or links, by that type. */
  converted: Readonly<Record<string, number>>
  errors: number
  warnings: number
  conflicts: number
  /** Whether anything was written: not with `isDryRun`, nor with errors unless `continueOnError` is set. */
  isWritten: boolean
  /** Duration, including the check. */
  seconds: number
}

/**
 * Imports a collection: records of all types, identical to the source. The whole file is checked first; if it has
 * errors, nothing is written unless `continueOnError` is set. Records keep their ids if the database was empty before;
 * otherwise they get new ones, and references to them are adjusted. The map from records of the source to rows is
 * stored. So an interrupted transfer is resumed by running it again, and a later collection of the same source writes
 * only what has changed there. Records that were changed here are left as they are, and reported as conflicts if they
 * were changed there, too; `overwrite` writes them as they are there.
 * @throws ImportError when the file is not a collection, was cut short or changes meanwhile; a system error (with
 * `code`) when it cannot be read.
 */
export async function transferCollection (services: Services, options: TransferOptions): Promise<TransferSummary> {
  const begin = performance.now()
  const report = new TransferReport(options.onProblem)
  const source = await transfer(services, options, report).catch((error: unknown) => {
    if (error instanceof CollectionFileError) {
      throw new ImportError(`${options.file}${error.line === 0 ? '' : `, line ${error.line}`}: ${error.message}.`)
    }
    if (error instanceof MissingFileError) throw new ImportError(`${options.file}: ${error.message}.`)
    throw error
  })
  const { counts, converted, errors, warnings, conflicts } = report
  const isWritten = options.isDryRun !== true && (errors === 0 || options.continueOnError === true)
  const seconds = (performance.now() - begin) / 1000
  return { source, counts, converted, errors, warnings, conflicts, isWritten, seconds }
}

/** @returns the name of the source. */
async function transfer (services: Services, options: TransferOptions, report: TransferReport): Promise<string> {
  return await readingTwice(options.file, true, async () => {
    const { openCollection } = await import('./crate.js')
    const opened = await openCollection(options.file, services.files.work.temporary)
    try {
      return await transferFile(services, { ...options, file: opened.file }, report)
    } finally {
      await opened.close()
    }
  })
}

/** @returns the name of the source. */
async function transferFile (services: Services, options: TransferOptions, report: TransferReport): Promise<string> {
  const { file, isDryRun = false, continueOnError = false, onProgress } = options
  const { overwrite = false, deleteMissing = false, batchSize } = options
  const header = await headerOf(file)
  if (deleteMissing && !header.complete) {
    throw new ImportError(`${file} is only a part of its source, so that what is missing in it cannot be deleted.`)
  }
  const files = options.files === undefined
    ? await CollectionFiles.named(file, header.files)
    : await CollectionFiles.at(options.files)
  await services.files.refresh()
  const checked = await check(services, options, header, files, report)
  if (isDryRun || (report.errors > 0 && !continueOnError)) return header.source
  await writeCollection(services, {
    file, header, checked, files, report, options: { overwrite, continueOnError, deleteMissing }, batchSize, onProgress
  })
  return header.source
}

async function headerOf (file: string): Promise<CollectionHeader> {
  const header = await readCollectionHeader(file)
  if (header === undefined) throw new ImportError(`${file} is no collection.`)
  return header
}

async function check (
  { store, dataTypes, files: { purify } }: Services,
  { file, isDryRun = false, overwrite = false, onProgress }: TransferOptions,
  header: CollectionHeader,
  files: CollectionFiles | undefined, report: TransferReport
): Promise<CheckedFile> {
  const source = await loadSource(store.read, header.source)
  const map = source === undefined ? undefined : new TransferMap(source.id)
  const { size: total } = await stat(file)
  let read = 0
  const lines = readCollection(file, (done) => { read = done })
  const onRead = async (): Promise<void> => { await onProgress?.({ phase: 'check', done: read, total }) }
  const reader = new CollectionReader(await store.terms(), dataTypes)
  return await checkCollection(
    lines, reader, {
      database: store.read, dataTypes, map, files, report, purify, countsOutcomes: isDryRun, overwrite, onRead
    }
  )
}
