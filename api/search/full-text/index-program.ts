import { parentPort, workerData } from 'node:worker_threads'
import { putDocuments, removeDocument, removeDue } from '../../../db/search/full-text.js'
import { connect } from '../../../db/sqlite.js'
import { isOfDatabase } from './database-error.js'
import type { Order, Reply } from './index-thread.js'

const { database, driver } = connect((workerData as { file: string }).file)
// As in Store.writeUnseen: an index is made again if it is lost in a power failure.
driver.pragma('synchronous = NORMAL')

/** Indexes one document and ends the transaction; one that cannot be indexed is left out of the index. */
async function put ({ index, id, document }: Extract<Order, { order: 'put' }>): Promise<Reply> {
  let problem: Error | undefined
  driver.exec('SAVEPOINT document')
  try {
    if (document === undefined) await removeDocument(database, index, id)
    else await putDocuments(database, index, [document])
  } catch (error) {
    if (isOfDatabase(error)) throw error
    driver.exec('ROLLBACK TO document')
    await removeDocument(database, index, id)
    problem = error as Error
  }
  driver.exec('RELEASE document')
  await removeDue(database, index, id)
  driver.exec('COMMIT')
  return { problem }
}

async function obey (order: Order): Promise<Reply> {
  try {
    if (order.order === 'begin') driver.exec('BEGIN IMMEDIATE')
    else if (order.order === 'put') return await put(order)
    else if (driver.inTransaction) driver.exec('ROLLBACK')
    return {}
  } catch (error) {
    if (driver.inTransaction) driver.exec('ROLLBACK')
    return { failure: error as Error }
  }
}

parentPort!.on('message', (order: Order | 'end') => {
  if (order === 'end') {
    driver.close()
    parentPort!.close()
    return
  }
  obey(order).then((reply) => { parentPort!.postMessage(reply) }, (error: unknown) => { throw error })
})
