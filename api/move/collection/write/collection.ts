import { and, ne } from 'drizzle-orm'
import { resource } from '../../../../db/tables/index.js'
import type { CheckedCollection } from '../plan/check.js'
import type { Transfer } from '../plan/collection.js'
import { COLLECTION_TYPE_NAMES, type CollectionType } from '../read/collection-file.js'
import { CollectionReader, type DeletedRecord } from '../types/record-reader.js'
import { plainTypeOf, type AnyRecord } from '../types/record-types.js'
import { inBatches, readAgain } from '../../pipeline/source.js'
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

/** Writes a checked collection, one transaction per batch. */
export async function writeCollection (transfer: Transfer, checked: CheckedCollection): Promise<void> {
  const { services, header, records } = transfer
  const { store, indexes } = services
  const source = await store.writePatiently(async (database) =>
    await beginRun(database, header.source, (sequence) => checked.keys.areMatched(sequence)))
  await new Writer(new TransferContext(transfer, source, checked), records).write()
  await store.writePatiently(async (database) => { await endRun(database, source) })
  await indexes.catchUp()
  await store.refreshStatistics()
  services.jobs.wake()
}

class Writer {
  readonly #deleted: DeletedRecord[] = []
  #done = 0
  #type: CollectionType | undefined

  constructor (readonly context: TransferContext, readonly records: Transfer['records']) {}

  async write (): Promise<void> {
    const { batchSize = RECORDS_PER_TRANSACTION } = this.context.options
    const shareOf = ({ type }: AnyRecord): number => {
      const hasFiles = type === 'media' || type === 'assets'
      return 1 / (hasFiles ? Math.min(batchSize, FILE_RECORDS_PER_TRANSACTION) : batchSize)
    }
    const batches = inBatches(this.#usersFirst(), shareOf, (first, next) => first.type !== next.type)
    for await (const batch of batches) await this.#writeBatch(batch)
    await this.#delete()
    await this.#removePlaceholders()
  }

  /** The records. Users come first, because they own the few records that precede them in the file. */
  async * #usersFirst (): AsyncGenerator<AnyRecord> {
    let preceding: AnyRecord[] = []
    for await (const record of this.#records()) {
      if (COLLECTION_TYPE_NAMES.indexOf(record.type) < COLLECTION_TYPE_NAMES.indexOf('users')) preceding.push(record)
      else {
        if (record.type !== 'users') {
          yield * preceding
          preceding = []
        }
        yield record
      }
    }
    yield * preceding
  }

  async * #records (): AsyncGenerator<AnyRecord> {
    const { services, checked } = this.context
    const reader = new CollectionReader(await services.store.terms(), services.dataTypes)
    for await (const record of readAgain(this.records, (line) => reader.read(line), checked.skipped)) {
      if ('isDeleted' in record) this.#deleted.push(record)
      else yield record
    }
  }

  async #writeBatch (batch: readonly AnyRecord[]): Promise<void> {
    const { context, context: { options: { onProgress } } } = this
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
    if (context.options.deleteMissing !== true) return
    // A record that was left out because of errors exists in the source, so it must not be deleted.
    if (report.errors > 0) {
      return report.problem('warning', { line: 0 }, 'nothing was deleted, because there were errors')
    }
    for await (const missing of missingRecords(context)) await deleteRecords(missing, context)
  }

  /** Removes placeholders whose records were never written. */
  async #removePlaceholders (): Promise<void> {
    const { services: { store }, map } = this.context
    await store.writePatiently(async (database) => {
      await database.delete(resource).where(and(map.isPlaceholder(database), ne(resource.kind, 'value_annotation')))
    })
  }
}
