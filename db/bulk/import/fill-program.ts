import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../../sqlite/connection/connection.js'
import { LogBound } from '../../sqlite/connection/log-bound.js'
import { ResourceChangeWriter } from '../../sqlite/write/resource-changes.js'
import type { FillOutcome, FillPart, PackedChange } from './fill-thread.js'
import { PackedInserter } from './insert-packed.js'
import { dropTriggers, noteNewValues } from './new-values.js'
import { PackedReader } from './packed-rows.js'
import { References } from './references.js'
import { showing } from './showing.js'

const { file, pageCache } = workerData as { file: string, pageCache: number }
const { database, driver } = connect(file, { pageCache })
// `references` checks foreign keys.
driver.pragma('foreign_keys = OFF')
const inserter = new PackedInserter(driver)
const references = new References(driver)
const resourceChanges = new ResourceChangeWriter(driver)
const log = new LogBound(driver)
const lastId = driver.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'resource'").pluck()
const changePosition = driver.prepare('SELECT position FROM change_log').pluck()
let position = changePosition.get() as number
/** After a failure, later parts are ignored, because they rely on rows that were not written. */
let hasFailed = false

/** The transaction that is open. */
let open: { isAlone: boolean, filled: number[], restoreTriggers: () => void } | undefined

/**
 * Milliseconds after which a transaction without new parts is committed, because another connection may wait for its
 * lock.
 */
const IDLE_COMMIT_MS = 100
let timer: NodeJS.Timeout | undefined

function apply ({ how, rows }: PackedChange): void {
  if (how === 'insert') {
    inserter.insert(rows)
    if (rows.table === 'value') noteNewValues(driver, rows)
    return
  }
  // SET must not name the id, or SQLite would check all rows that refer to it.
  const columns = rows.names.slice(1)
  const update = driver.prepare(
    `UPDATE "${rows.table}" SET ${columns.map((name) => `"${name}" = ?`).join(', ')} WHERE "${rows.names[0]}" = ?`
  )
  const reader = new PackedReader(rows)
  for (let row = 0; row < rows.length; row++) {
    const [id, ...cells] = reader.next(1)
    update.run(...cells, id)
  }
}

/** @returns the outcome to report; empty if there was nothing to commit. */
async function run (message: FillPart | 'commit'): Promise<FillOutcome> {
  try {
    if (message === 'commit') return await commit()
    if (open === undefined) {
      driver.exec('BEGIN IMMEDIATE')
      if (((lastId.get() as number | undefined) ?? 0) !== message.after) {
        driver.exec('ROLLBACK')
        return { isOvertaken: true }
      }
      const isAlone = changePosition.get() === position
      if (!isAlone) references.forget()
      open = { isAlone, filled: [], restoreTriggers: dropTriggers(driver) }
    }
    for (const change of message.changes) {
      apply(change)
      if (change.how === 'insert') references.addInserted(change.rows)
      references.add(change.rows)
    }
    open.filled.push(...message.filled)
    return message.isLast ? await commit() : {}
  } catch (error) {
    if (driver.inTransaction) driver.exec('ROLLBACK')
    open = undefined
    references.forget()
    const { message, code } = error as Error & { code?: string }
    return code?.startsWith('SQLITE_CONSTRAINT') === true ? { isOvertaken: true } : { failure: { message, code } }
  }
}

async function commit (): Promise<FillOutcome> {
  if (open === undefined) return {}
  const { isAlone, filled, restoreTriggers } = open
  references.check()
  const shown = await showing(database, filled)
  restoreTriggers()
  await resourceChanges.write()
  const next = changePosition.get() as number
  driver.exec('COMMIT')
  open = undefined
  position = isAlone ? next : NaN
  log.limit()
  return { commit: { position, showing: shown } }
}

function report (outcome: FillOutcome): void {
  hasFailed = outcome.isOvertaken === true || outcome.failure !== undefined
  parentPort!.postMessage(outcome)
}

async function take (message: FillPart | 'commit' | 'end'): Promise<void> {
  clearTimeout(timer)
  if (message === 'end') {
    if (!hasFailed) await run('commit')
    driver.close()
    parentPort!.close()
    return
  }
  if (hasFailed) return
  report({ ...await run(message), isAnswer: true })
  if (open !== undefined) timer = setTimeout(() => { work = work.then(commitEarly) }, IDLE_COMMIT_MS)
}

async function commitEarly (): Promise<void> {
  if (open !== undefined) report(await run('commit'))
}

let work = Promise.resolve()
parentPort!.on('message', (message: FillPart | 'commit' | 'end') => {
  work = work.then(async () => { await take(message) })
})
