import { parentPort, workerData } from 'node:worker_threads'
import { History, EVERYTHING } from '../../../db/history.js'
import { connect, dataVersionOf } from '../../../db/sqlite.js'
import { loadTerms, type Terms } from '../../../db/terms.js'
import { ApiError } from '../../errors.js'
import { FOR_IDS, Memory } from '../../cache/answer-cache.js'
import { BUILT_IN } from '../../built-in.js'
import { counted, wantedOf } from '../facets/facets.js'
import { DataTypes } from '../../values/data-types.js'
import { find } from '../execute.js'
import type { Outcome } from './search-thread.js'
import type { Results, Task } from '../tasks.js'

/** Bytes of ids that are remembered. */
const REMEMBERED = 96 * 1024 * 1024

const connection = connect((workerData as { file: string }).file, { isReadOnly: true })
const history = new History()
const memory = new Memory(() => history, REMEMBERED, FOR_IDS)
const dataVersion = dataVersionOf(connection)
let knownVersion: number | undefined
const dataTypes = new DataTypes()
let terms: Terms | undefined

/** Does one task on one state of the data. */
async function perform ({ work, type: name, query, context: told }: Task): Promise<Results[keyof Results]> {
  const { database, driver } = connection
  driver.exec('BEGIN')
  try {
    const version = dataVersion()
    if (version !== knownVersion) history.record(EVERYTHING)
    knownVersion = version
    if (terms?.era !== history.position) terms = await loadTerms(database, history.position, terms)
    const type = BUILT_IN.get(name)!
    const context = { ...told, database, terms, dataTypes, memory }
    return work.does === 'find' ? await find(type, query, context, work.pageSize) : await counted(type, query, context, wantedOf(type, query, context), work.namesOwners)
  } finally {
    driver.exec('COMMIT')
  }
}

async function outcomeOf (task: Task): Promise<Outcome> {
  try {
    return { result: await perform(task) }
  } catch (error) {
    return error instanceof ApiError ? { refusal: { kind: error.kind, errors: error.errors } } : { failure: error as Error }
  }
}

parentPort!.on('message', (task: Task) => {
  outcomeOf(task).then((outcome) => { parentPort!.postMessage(outcome) }, (error: unknown) => { throw error })
})
parentPort!.postMessage('ready')
