import { parentPort, workerData } from 'node:worker_threads'
import { History, EVERYTHING } from '../../db/history.js'
import { connect, dataVersionOf } from '../../db/sqlite.js'
import { loadTerms, type Terms } from '../../db/terms.js'
import { ApiError } from '../errors.js'
import { Memory } from '../memory/memory.js'
import { BUILT_IN } from '../resources/built-in.js'
import { find, type Finding } from './finding.js'
import type { Outcome, Search } from './search-thread.js'

/** Bytes of ids that are remembered. */
const REMEMBERED = 96 * 1024 * 1024

const connection = connect((workerData as { file: string }).file, { isReadOnly: true })
const history = new History()
const memory = new Memory(() => history, REMEMBERED)
const dataVersion = dataVersionOf(connection)
let knownVersion: number | undefined
let terms: Terms | undefined

/** Does one search on one state of the data. */
async function search ({ type, query, pageSize, context }: Search): Promise<Finding> {
  const { database, driver } = connection
  driver.exec('BEGIN')
  try {
    const version = dataVersion()
    if (version !== knownVersion) history.record(EVERYTHING)
    knownVersion = version
    if (terms?.era !== history.position) terms = await loadTerms(database, history.position, terms)
    return await find(BUILT_IN.get(type)!, query, { ...context, database, terms, memory }, pageSize)
  } finally {
    driver.exec('COMMIT')
  }
}

async function outcomeOf (told: Search): Promise<Outcome> {
  try {
    return { finding: await search(told) }
  } catch (error) {
    return error instanceof ApiError ? { refusal: { kind: error.kind, errors: error.errors } } : { failure: error as Error }
  }
}

parentPort!.on('message', (told: Search) => {
  outcomeOf(told).then((outcome) => { parentPort!.postMessage(outcome) }, (error: unknown) => { throw error })
})
parentPort!.postMessage('ready')
