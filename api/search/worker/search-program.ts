import { parentPort, workerData } from 'node:worker_threads'
import { ChangeLog, EVERYTHING } from '../../../db/change-log.js'
import { connect, dataVersionOf } from '../../../db/sqlite.js'
import { loadTerms, type Terms } from '../../../db/terms.js'
import { ApiError } from '../../errors.js'
import { ID_SHARES, AnswerCache } from '../../cache/answer-cache.js'
import { ResourceTypes } from '../../access/resource-types.js'
import { BUILT_IN, BUILT_IN_TYPES } from '../../built-in.js'
import { countGroups, facetsOf } from '../facets/facets.js'
import { DataTypes } from '../../values/data-types.js'
import { find } from '../find.js'
import type { SearchTask } from '../tasks.js'
import type { Outcome } from './search-worker.js'

/** Size of the worker's cache of ids, in bytes. */
const CACHE = 96 * 1024 * 1024

const connection = connect((workerData as { file: string }).file, { isReadOnly: true })
const changes = new ChangeLog()
const cache = new AnswerCache(() => changes, CACHE, ID_SHARES)
const dataVersion = dataVersionOf(connection)
let knownVersion: number | undefined
const dataTypes = new DataTypes()
const types = new ResourceTypes(BUILT_IN_TYPES)
let terms: Terms | undefined

/** Runs one task, in one transaction so that all its reads see the same data. */
async function run ({ work, type: name, query, context: sent }: SearchTask): Promise<unknown> {
  const { database, driver } = connection
  driver.exec('BEGIN')
  try {
    const version = dataVersion()
    // The worker cannot tell what other connections have written, so it drops its whole cache.
    if (version !== knownVersion) changes.record(EVERYTHING)
    knownVersion = version
    if (terms?.epoch !== changes.version) terms = await loadTerms(database, changes.version, terms)
    const type = BUILT_IN.get(name)!
    const context = { ...sent, database, terms, dataTypes, types, cache }
    return work.kind === 'find'
      ? await find(type, query, context, work.pageSize)
      : await countGroups(type, query, context, facetsOf(type, query, context), work.namesOwners)
  } finally {
    driver.exec('COMMIT')
  }
}

async function outcomeOf (task: SearchTask): Promise<Outcome> {
  try {
    return { result: await run(task) }
  } catch (error) {
    return error instanceof ApiError
      ? { refusal: { kind: error.kind, errors: error.errors } }
      : { failure: error as Error }
  }
}

parentPort!.on('message', (task: SearchTask) => {
  outcomeOf(task).then((outcome) => { parentPort!.postMessage(outcome) }, (error: unknown) => { throw error })
})
parentPort!.postMessage('ready')
