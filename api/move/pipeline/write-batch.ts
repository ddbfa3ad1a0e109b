import type { Database } from '../../../db/query/statements/database.js'
import type { Services } from '../../resources/definition/services.js'

/** Files that are stored before the transaction that writes their rows. */
interface NewFiles {
  /** Confirms that their rows are committed. */
  keep (): Promise<void>
  discard (): Promise<void>
}

/** Writes a batch of records and indexes their texts, in one transaction. If it fails, new files are discarded. */
export async function writeBatch<T> (
  { store, indexes }: Pick<Services, 'store' | 'indexes'>, files: NewFiles, work: (database: Database) => Promise<T>
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
