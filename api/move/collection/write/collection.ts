import { and, ne } from 'drizzle-orm'
import { resource } from '../../../../db/tables/index.js'
import type { Services } from '../../../resources/definition/services.js'
import type { CheckedFile } from '../plan/check.js'
import { COLLECTION_TYPE_NAMES, type CollectionHeader, type CollectionType } from '../read/collection-file.js'
import type { CollectionFiles } from '../read/collection-files.js'
import { CollectionReader, type DeletedRecord } from '../types/record-reader.js'
import { plainTypeOf, type AnyRecord } from '../types/record-types.js'
import type { TransferReport } from '../plan/report.js'
import type { MoveProgress } from '../../pipeline/move-job.js'
import type { Problem } from '../../pipeline/problems.js'
import { inBatches, readAgain, type ReadyRecord, type RecordSource } from '../../pipeline/source.js'
import { BatchFiles, writeBatch } from '../../pipeline/write-batch.js'
import { beginRun, endRun } from '../plan/source-state.js'
import { TransferContext } from './context.js'
import { deleteRecords, missingRecords } from './deletions.js'
import { writePlain } from './plain.js'
import { writeResources, type ResourceRecord } from './resources.js'
import { StoredFiles } from './stored-files.js'

/** Records per transaction, and per transaction with files, which are stored before it. */
const RECORDS_PER_TRANSACTION = 1000
const FILE_RECORDS_PER_TRANSACTION = 100

/** A collection to transfer: from a file, or read from another installation. */
export interface Collection {
  header: Pick<CollectionHeader, 'source' | 'moment' | 'complete'>
  records: RecordSource<ReadyRecord>
  /** Undefined when no files come with it. */
  files: CollectionFiles | undefined
}

/** How to transfer a collection. */
export interface TransferTerms {
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
  onProblem?: (problem: Problem) => void
}

/** Writes a checked collection, one transaction per batch. */
export async function writeCollection (
  services: Services, { header, records, files }: Collection, checked: CheckedFile, report: TransferReport,
  terms: TransferTerms
): Promise<void> {
  const { store, indexes } = services
  const run = `${header.moment} ${checked.records}`
  const source = await store.writePatiently(async (database) =>
    await beginRun(database, header.source, run, (sequence) => checked.keys.areMatched(sequence)))
  const { overwrite = false, continueOnError = false } = terms
  const context = new TransferContext(services, source, checked, files, report, { overwrite, continueOnError })
  await new Writer(context, records, terms).write()
  await store.writePatiently(async (database) => { await endRun(database, source) })
  await indexes.catchUp()
  await store.refreshStatistics()
  services.jobs.wake()
}

class Writer {
  readonly #deleted: DeletedRecord[] = []
  #done = 0
  #type: CollectionType | undefined

  constructor (
    readonly context: TransferContext, readonly records: RecordSource<ReadyRecord>, readonly terms: TransferTerms
  ) {}

  async write (): Promise<void> {
    // Users first, because they own vocabularies, which precede them in the file.
    await this.#writeRecords(true)
    await this.#writeRecords(false)
    await this.#delete()
    await this.#removePlaceholders()
  }

  async #writeRecords (areUsers: boolean): Promise<void> {
    const { batchSize = RECORDS_PER_TRANSACTION } = this.terms
    const shareOf = ({ type }: AnyRecord): number => {
      const hasFiles = type === 'media' || type === 'assets'
      return 1 / (hasFiles ? Math.min(batchSize, FILE_RECORDS_PER_TRANSACTION) : batchSize)
    }
    const batches = inBatches(this.#records(areUsers), shareOf, (first, next) => first.type !== next.type)
    for await (const batch of batches) await this.#writeBatch(batch)
  }

  /** The users, which all come before the first asset, or all other records. */
  async * #records (areUsers: boolean): AsyncGenerator<AnyRecord> {
    const { services, checked } = this.context
    const reader = new CollectionReader(await services.store.terms(), services.dataTypes)
    for await (const record of readAgain(this.records, (line) => reader.read(line), checked.skipped)) {
      if ('isDeleted' in record) {
        if (!areUsers) this.#deleted.push(record)
        continue
      }
      if (areUsers && COLLECTION_TYPE_NAMES.indexOf(record.type) > COLLECTION_TYPE_NAMES.indexOf('users')) return
      if (areUsers === (record.type === 'users')) yield record
    }
  }

  async #writeBatch (batch: readonly AnyRecord[]): Promise<void> {
    const { context, terms: { onProgress } } = this
    const { type } = batch[0]!
    for (const record of batch) this.#remember(record)
    if (type !== this.#type) await context.refreshTerms()
    this.#type = type
    const files = new BatchFiles(context.services.files)
    const stored = new StoredFiles(context, files)
    await stored.store(batch)
    context.storedAssets = stored.assets
    await writeBatch(context.services, files, async (database) => {
      if (plainTypeOf(type) !== undefined) await writePlain(database, batch, context)
      else await writeResources(database, batch as ResourceRecord[], stored, context)
    })
    this.#done += batch.length
    await onProgress?.({ phase: 'write', done: this.#done, total: context.checked.records })
  }

  /** Stores positions of media and homepages that items and sites give for later records. */
  #remember (record: AnyRecord): void {
    const { positions, primaryMedia, homepages } = this.context
    if (record.type === 'items') {
      const { media, primaryMediaId } = record.content.item!
      for (const [at, id] of media.entries()) positions.set(id, at + 1)
      if (primaryMediaId !== null) primaryMedia.add(primaryMediaId)
    }
    if (record.type === 'sites' && record.content.homepageId !== null) homepages.add(record.content.homepageId)
  }

  async #delete (): Promise<void> {
    const { context, context: { report } } = this
    await deleteRecords(this.#deleted, context)
    if (this.terms.deleteMissing !== true) return
    // A record that was left out because of errors exists in the source, so it must not be deleted.
    if (report.errors > 0) {
      return report.problem({
        severity: 'warning', line: 0, message: 'nothing was deleted, because there were errors'
      })
    }
    for await (const missing of missingRecords(context)) await deleteRecords(missing, context)
  }

  /** Removes placeholders whose records were never written. */
  async #removePlaceholders (): Promise<void> {
    const { services: { store }, map } = this.context
    await store.writePatiently(async (database) => {
      const isPlaceholder = map.isPlaceholder(database, 'resources', resource.id)
      await database.delete(resource).where(and(isPlaceholder, ne(resource.kind, 'value_annotation')))
    })
  }
}
