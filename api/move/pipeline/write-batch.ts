import type { Database } from '../../../db/query/statements/database.js'
import type { StoredFile } from '../../../files/types/names.js'
import type { FileServices } from '../../files/file-services.js'
import type { Services } from '../../resources/definition/services.js'
import { inParallel } from './in-parallel.js'

const PARALLEL_FILES = 4

/** The files of a batch of records, which are stored before the transaction that writes their rows. */
export class BatchFiles {
  readonly #media: Array<Parameters<FileServices['discardMedia']>[0]> = []
  readonly #assets: StoredFile[] = []

  constructor (readonly files: FileServices) {}

  /** Stores the files of some records, a few at a time. If one fails, all are discarded. */
  async store<T> (records: readonly T[], work: (record: T) => Promise<void>): Promise<void> {
    try {
      await inParallel(records, PARALLEL_FILES, work)
    } catch (error) {
      await this.discard()
      throw error
    }
  }

  addMedia (file: Parameters<FileServices['discardMedia']>[0]): void {
    this.#media.push(file)
  }

  addAsset (file: StoredFile): void {
    this.#assets.push(file)
  }

  /** Confirms that their rows are committed. */
  async keep (): Promise<void> {
    for (const file of [...this.#media, ...this.#assets]) await this.files.keep(file)
  }

  async discard (): Promise<void> {
    for (const file of this.#media) await this.files.discardMedia(file)
    for (const file of this.#assets) await this.files.discardAsset(file)
  }
}

/** Writes a batch of records and indexes their texts, in one transaction. If it fails, new files are discarded. */
export async function writeBatch<T> (
  { store, indexes }: Pick<Services, 'store' | 'indexes'>, files: BatchFiles,
  work: (database: Database) => Promise<T>
): Promise<T> {
  let result: T
  try {
    result = await store.writeBulk(async (database) => {
      const result = await work(database)
      await indexes.indexDue(database)
      return result
    })
  } catch (error) {
    await files.discard()
    throw error
  }
  await files.keep()
  return result
}
