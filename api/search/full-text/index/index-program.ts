import { setTimeout as delay } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { putDocuments, removeDue } from '../../../../db/query/text/full-text.js'
import { BUSY_RETRY, BUSY_TIMEOUT_MS, hasBegun } from '../../../../db/sqlite/connection/busy-timeout.js'
import { connect, MAX_LOG_PAGES } from '../../../../db/sqlite/connection/connection.js'
import { nested } from '../../../../db/query/statements/transactions.js'
import { isOfDatabase } from '../../../../db/open/failures.js'
import { builtInText } from '../texts/resource-texts.js'
import { DueTexts } from './due-texts.js'
import type { Indexed, IndexStart, Order, Reply } from './index-thread.js'

/**
 * Number of values and titles that a transaction adds to the trigram indexes, per document. It is low because these
 * indexes are large where there is a thread, and other writes wait for each change.
 */
const TEXTS_PER_DOCUMENT = 2

const { file, pageCache } = workerData as IndexStart
const { database, driver } = connect(file, { pageCache })
// As in Store.writeUnseen: an index that is lost in a power failure is rebuilt.
driver.pragma('synchronous = NORMAL')
// Other writes wait for the commits of this thread, so these must not also run a checkpoint of the log.
driver.pragma(`wal_autocheckpoint = ${MAX_LOG_PAGES}`)

const dueTexts = new DueTexts(
  async (work) => { await nested(database, work) }, builtInText, { textsPerDocument: TEXTS_PER_DOCUMENT }
)

async function begin (): Promise<void> {
  const end = performance.now() + BUSY_TIMEOUT_MS
  while (!hasBegun(driver, performance.now() > end)) await delay(BUSY_RETRY)
}

/** Indexes what is due and commits. @param note statement that records the commit. */
async function due (most: number, note: string): Promise<Indexed> {
  driver.exec(note)
  const long: Indexed['long'] = { fulltext: [], site_page_fulltext: [] }
  const isMore = await dueTexts.index(database, most, (index, ids) => { long[index].push(...ids) })
  driver.exec('COMMIT')
  return { isMore, long }
}

/** Runs a merge step and commits. @param note as for `due`. @returns whether there may be more to merge. */
async function merge (note: string): Promise<boolean> {
  const isMore = await database.$native.mergeTexts()
  if (isMore) driver.exec(note)
  driver.exec(isMore ? 'COMMIT' : 'ROLLBACK')
  return isMore
}

/** Indexes one document and ends the transaction; one that cannot be indexed is left out of the index. */
async function put ({ index, id, document }: Extract<Order, { order: 'put' }>): Promise<Reply> {
  let problem: Error | undefined
  try {
    await nested(database, async () => {
      if (document === undefined) await database.$native.removeDocument(index, id)
      else await putDocuments(database, index, [document])
    })
  } catch (error) {
    if (isOfDatabase(error)) throw error
    await database.$native.removeDocument(index, id)
    problem = error as Error
  }
  await removeDue(database, index, [id])
  driver.exec('COMMIT')
  return { problem }
}

/** @throws when the database fails; nothing was changed. */
export default async function obey (order: Order): Promise<Reply> {
  try {
    if (order.order === 'begin') await begin()
    else if (order.order === 'put') return await put(order)
    else if (order.order === 'due') return { indexed: await due(order.most, order.note) }
    else if (order.order === 'merge') return { isMore: await merge(order.note) }
    else if (driver.inTransaction) driver.exec('ROLLBACK')
    return {}
  } catch (error) {
    if (driver.inTransaction) driver.exec('ROLLBACK')
    throw error
  }
}
