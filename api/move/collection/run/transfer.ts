import type { Services } from '../../../resources/definition/services.js'
import { DamagedFileError, ImportError } from '../../pipeline/problems.js'
import { checkCollection } from '../plan/check.js'
import { collectionRecords, readCollectionHeader } from '../read/collection-file.js'
import { CollectionFiles, MissingFileError } from '../read/collection-files.js'
import { TransferReport, type TransferCounts } from '../plan/report.js'
import { readingTwice } from '../../pipeline/reading-twice.js'
import type { Collection, TransferTerms } from '../plan/collection.js'
import { writeCollection } from '../write/collection.js'

export interface TransferOptions extends TransferTerms {
  /**
   * Path of a collection file, plain or compressed with gzip, or of an RO-Crate that contains one: a folder or zip
   * archive.
   */
  file: string
  /** Folder of files, instead of the one that the header names. */
  files?: string
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
  /** Whether anything was written: not with `isDryRun`, nor, without `continueOnError`, if the check found errors. */
  isWritten: boolean
  /** Duration, including the check. */
  seconds: number
}

/**
 * Imports a collection file or RO-Crate (see transfer).
 * @throws ImportError when the file is not a collection, was cut short or changes meanwhile; a system error (with
 * `code`) when it cannot be read.
 */
export async function transferCollection (services: Services, options: TransferOptions): Promise<TransferSummary> {
  const { file, files: folder, ...terms } = options
  return await readingTwice(file, true, async () => {
    const { openCollection } = await import('./crate.js')
    try {
      const opened = await openCollection(file, services.files.work.temporary)
      try {
        const header = await readCollectionHeader(opened.file)
        if (header === undefined) throw new ImportError(`${file} is not a collection.`)
        const files = folder === undefined
          ? await CollectionFiles.named(opened.file, header.files)
          : await CollectionFiles.at(folder)
        return await transfer(services, { header, records: await collectionRecords(opened.file), files }, terms)
      } finally {
        await opened.close()
      }
    } catch (error) {
      if (!(error instanceof DamagedFileError || error instanceof MissingFileError)) throw error
      const line = 'line' in error && error.line !== 0 ? `, line ${error.line}` : ''
      throw new ImportError(`${file}${line}: ${error.message}.`)
    }
  })
}

/**
 * Transfers a collection: records of all types, identical to the source. All of it is checked first; if it has errors,
 * nothing is written unless `continueOnError` is set. Records keep their ids if the database was empty before;
 * otherwise they get new ones, and references to them are adjusted. The map from records of the source to rows is
 * stored. So an interrupted transfer is resumed by running it again, and a later collection of the same source writes
 * only what has changed there. Records that were changed here are left as they are, and reported as conflicts if they
 * were changed there, too; `overwrite` writes them as they are there.
 * @throws ImportError when the collection is a part of its source, and missing records were to be deleted;
 * DamagedFileError; MissingFileError when a file cannot be had, unless it may be left out.
 */
export async function transfer (
  services: Services, collection: Collection, options: TransferTerms
): Promise<TransferSummary> {
  const begin = performance.now()
  const { isDryRun = false, continueOnError = false, deleteMissing = false, onProblem } = options
  const { header: { source, complete }, records } = collection
  if (deleteMissing && !complete) {
    throw new ImportError(`The collection is only a part of its source, ${source}. Records that it lacks cannot be deleted.`)
  }
  await services.files.refresh()
  const report = new TransferReport(records, onProblem)
  const transfer = { ...collection, services, report, options }
  const checked = await checkCollection(transfer)
  const isWritten = !isDryRun && (report.errors === 0 || continueOnError)
  if (isWritten) await writeCollection(transfer, checked)
  const { counts, converted, errors, warnings, conflicts } = report
  const seconds = (performance.now() - begin) / 1000
  return { source, counts, converted, errors, warnings, conflicts, isWritten, seconds }
}
