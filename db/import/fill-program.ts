import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../sqlite/connection.js'
import { insertInto } from '../sqlite/insert-rows.js'
import { ResourceChangeWriter } from '../sqlite/resource-changes.js'
import type { FillOutcome, FillTransaction, PackedChange } from './fill-thread.js'
import { insertNewValues } from './new-values.js'
import { unpacked } from './packed-rows.js'
import { showing } from './showing.js'

const { file, pageCache } = workerData as { file: string, pageCache: number }
const { database, driver } = connect(file, { pageCache })
const resourceChanges = new ResourceChangeWriter(driver)
const lastId = driver.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'resource'").pluck()
const changePosition = driver.prepare('SELECT position FROM change_log').pluck()
let position = changePosition.get() as number
/** What comes after a failure counts on what was not written. */
let hasFailed = false

function apply ({ how, rows }: PackedChange): void {
  if (how === 'insert') {
    const insert = (): void => { insertInto(driver, rows.table, rows.names, unpacked(rows)) }
    if (rows.table === 'value') insertNewValues(driver, rows, insert)
    else insert()
    return
  }
  // Naming the id would have SQLite look for all that refer to it.
  const columns = rows.names.slice(1)
  const update = driver.prepare(
    `UPDATE "${rows.table}" SET ${columns.map((name) => `"${name}" = ?`).join(', ')} WHERE "${rows.names[0]}" = ?`
  )
  for (const [id, ...cells] of unpacked(rows)) update.run(...cells, id)
}

async function run ({ after, changes, filled }: FillTransaction): Promise<FillOutcome> {
  driver.exec('BEGIN IMMEDIATE')
  try {
    if (((lastId.get() as number | undefined) ?? 0) !== after) {
      driver.exec('ROLLBACK')
      return { isOvertaken: true }
    }
    const isAlone = changePosition.get() === position
    for (const change of changes) apply(change)
    const shown = await showing(database, filled)
    await resourceChanges.write()
    const next = changePosition.get() as number
    driver.exec('COMMIT')
    position = isAlone ? next : NaN
    return { commit: { position, showing: shown } }
  } catch (error) {
    if (driver.inTransaction) driver.exec('ROLLBACK')
    const { message, code } = error as Error & { code?: string }
    return code?.startsWith('SQLITE_CONSTRAINT') === true ? { isOvertaken: true } : { failure: { message, code } }
  }
}

let work = Promise.resolve()
parentPort!.on('message', (message: FillTransaction | 'end') => {
  work = work.then(async () => {
    if (message !== 'end') {
      if (hasFailed) return
      const outcome = await run(message)
      hasFailed = outcome.commit === undefined
      parentPort!.postMessage(outcome)
      return
    }
    driver.close()
    parentPort!.close()
  })
})
