import { parentPort, workerData } from 'node:worker_threads'
import { ChangeLog } from '../../../db/change-log.js'
import { connect } from '../../../db/sqlite.js'
import { loadTerms, type Terms } from '../../../db/terms.js'
import { ApiError } from '../../errors.js'
import { ID_SHARES, AnswerCache } from '../../cache/answer-cache.js'
import { ResourceTypes } from '../../access/resource-types.js'
import { BUILT_IN, BUILT_IN_TYPES } from '../../built-in.js'
import { countGroups, facetsOf } from '../facets/facets.js'
import { DataTypes } from '../../values/data-types.js'
import { find } from '../find.js'
import { Columns, type ColumnLimits } from '../facets/columns/columns.js'
import type { Preparation } from '../tasks.js'
import type { Outcome, WorkerTask } from './search-worker.js'

/** Size of the worker's cache of ids, in bytes. */
const CACHE = 96 * 1024 * 1024

/** What the thread is told at its start; `columns` if it counts facets. */
interface Start { file: string, columns?: { bytes: number, limits?: ColumnLimits } }

const { file, columns: kept } = workerData as Start
const connection = connect(file, { isReadOnly: true })
const changes = new ChangeLog()
const cache = new AnswerCache(() => changes, CACHE, ID_SHARES)
const dataTypes = new DataTypes()
const types = new ResourceTypes(BUILT_IN_TYPES)
let terms: Terms | undefined
const columns = kept && new Columns(connection.database, changes, kept.bytes, kept.limits)

/** Runs one task, in one transaction so that all its reads see the same data. */
async function run (
  { task: { work, type: name, query, context: sent }, written }: WorkerTask
): Promise<unknown> {
  const { database, driver } = connection
  // Recorded before the transaction begins, whose view may be newer: what it touched is then looked up twice.
  if (written !== undefined) changes.repeat(written)
  driver.exec('BEGIN')
  try {
    if (terms?.epoch !== changes.epoch) terms = await loadTerms(database, changes.epoch, terms)
    const type = BUILT_IN.get(name)!
    const context = { ...sent, database, terms, dataTypes, types, cache, columns }
    return work.kind === 'find'
      ? await find(type, query, context, work.pageSize)
      : await countGroups(type, query, context, facetsOf(type, query, context), work.namesOwners)
  } finally {
    driver.exec('COMMIT')
  }
}

async function outcomeOf (task: WorkerTask): Promise<Outcome> {
  try {
    return { result: await run(task) }
  } catch (error) {
    return error instanceof ApiError
      ? { refusal: { kind: error.kind, errors: error.errors } }
      : { failure: error as Error }
  }
}

parentPort!.on('message', (task: WorkerTask | Preparation) => {
  if ('prepare' in task) return columns?.prepare()
  outcomeOf(task).then((outcome) => { parentPort!.postMessage(outcome) }, (error: unknown) => { throw error })
})
parentPort!.postMessage('ready')
