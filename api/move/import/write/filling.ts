import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { FillThread, type PackedChange } from '../../../../db/bulk/import/fill-thread.js'
import { packed } from '../../../../db/bulk/import/packed-rows.js'
import type { Store } from '../../../../db/open/store.js'
import type { FileServices } from '../../../files/file-services.js'
import { sitesOfNewItems } from '../../../resources/items/item-sites.js'
import { kindsKnown, lastId } from './existing.js'
import type { ImportRecord } from '../records/record.js'
import { TextThread } from './text-thread.js'
import type { BatchChange } from './batch-rows.js'
import { Batch, type Destination } from './writer.js'

/**
 * The threads of an import that fills an empty folder: this one takes records and assigns ids, a second one writes
 * their rows, a third one indexes their texts.
 */
export class Filling {
  readonly texts: TextThread
  readonly #store: Store
  readonly #rows: FillThread | undefined
  readonly #sites: readonly number[]
  #lastId: number

  private constructor (
    store: Store, texts: TextThread, rows: FillThread | undefined, sites: readonly number[], lastId: number
  ) {
    this.#store = store
    this.texts = texts
    this.#rows = rows
    this.#sites = sites
    this.#lastId = lastId
  }

  /**
   * @param file path of the database.
   * @param writesRows whether a thread writes the rows of records, which then must not have media.
   */
  static async open (
    store: Store, file: string, { work }: Pick<FileServices, 'work'>, writesRows: boolean
  ): Promise<Filling> {
    const texts = new TextThread(store, file, work.newFile('import'))
    const rows = writesRows ? new FillThread(file) : undefined
    // Queried once: after another thread's transaction, this connection would have to reload the schema for each
    // query.
    return new Filling(store, texts, rows, await sitesOfNewItems(store.read), await lastId(store.read))
  }

  get writesRows (): boolean {
    return this.#rows !== undefined
  }

  /**
   * Queues new records without media for writing.
   * @param isLast whether these are the last records of the transaction.
   */
  async write (records: readonly ImportRecord[], destination: Destination, isLast: boolean): Promise<Batch> {
    const rows = this.#rows!
    const database = async (): Promise<Store['read']> => {
      await rows.settled()
      return this.#store.read
    }
    const kinds = await kindsKnown(database, records, destination.labels)
    const batch = new Batch(destination, records, this.#lastId, kinds)
    for (const record of records) batch.add(record, new Map())
    const changes = batch.rows.changes(this.#sites).filter((change) => change.rows.length > 0)
    const { written, rows: { filled } } = batch
    await rows.write({ after: this.#lastId, changes: changes.map(packedChange), filled, isLast }, (showing) => {
      this.texts.add({ ...written, again: [...showing] })
    })
    this.#lastId = batch.last
    return batch
  }

  /** Waits until everything passed to `write` is committed. */
  async settled (): Promise<void> {
    await this.#rows?.settled()
  }

  /** Takes over the text indexes. @param build work that can be done while they are being finished. */
  async finish (build: () => Promise<void>): Promise<void> {
    await this.settled()
    await this.texts.finish(build, this.#rows?.position)
  }

  async close (): Promise<void> {
    await this.#rows?.close()
    await this.texts.close()
  }
}

function packedChange ({ how, table, rows }: BatchChange): PackedChange {
  return { how, rows: packed(table as SQLiteTable, rows) }
}
