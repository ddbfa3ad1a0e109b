import { workerData } from 'node:worker_threads'
import { begin } from '../../../../db/sqlite/connection/driver.js'
import { connect, MAX_LOG_PAGES } from '../../../../db/sqlite/connection/connection.js'
import { nested } from '../../../../db/query/statements/transactions.js'
import { builtInText } from '../texts/resource-texts.js'
import { indexDue, type Indexing } from './due-texts.js'
import type { IndexStart, Order } from './index-thread.js'

/**
 * Number of values and titles that a transaction adds to the trigram indexes, per document. It is low because these
 * indexes are large where there is a thread, and other writes wait for each change.
 */
const TEXTS_PER_DOCUMENT = 2

/** A transaction that takes longer is for one long text: other writes wait for it. */
const TRANSACTION_MAX_MS = 200

const { file, pageCache } = workerData as IndexStart
const { database, driver } = connect(file, { pageCache })
// As in Store.writeUnseen: an index that is lost in a power failure is rebuilt.
driver.pragma('synchronous = NORMAL')
// Other writes wait for the commits of this thread, so these must not also run a checkpoint of the log.
driver.pragma(`wal_autocheckpoint = ${MAX_LOG_PAGES}`)

const indexing: Indexing = {
  nested: async (work) => { await nested(database, work) },
  textOfMedia: builtInText,
  takesLong: true,
  textsPerDocument: TEXTS_PER_DOCUMENT,
  maxMs: TRANSACTION_MAX_MS
}

/** Indexes what is due and commits. @param note statement that records it. @returns whether there may be more. */
async function due (most: number, note: string): Promise<boolean> {
  driver.exec(note)
  const { isMore } = await indexDue(database, most, indexing)
  driver.exec('COMMIT')
  return isMore
}

/** Runs a merge step and commits. @param note as for `due`. @returns whether there may be more to merge. */
async function merge (note: string): Promise<boolean> {
  const isMore = await database.$native.mergeTexts()
  if (isMore) driver.exec(note)
  driver.exec(isMore ? 'COMMIT' : 'ROLLBACK')
  return isMore
}

/** @returns whether there may be more to do. @throws when the database fails; nothing was changed. */
export default async function obey (order: Order): Promise<boolean> {
  try {
    if (order.order === 'due') return await due(order.most, order.note)
    if (order.order === 'merge') return await merge(order.note)
    await begin(driver)
    return true
  } catch (error) {
    if (driver.inTransaction) driver.exec('ROLLBACK')
    throw error
  }
}
