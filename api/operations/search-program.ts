import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ChangeLog } from '../../db/changes/change-log.js'
import { isUnavailable } from '../../db/open/failures.js'
import { lastValue } from '../../db/query/statements/ids.js'
import { connect } from '../../db/sqlite/connection/connection.js'
import { muchUsedProperties } from '../../db/query/conditions/facet-rows.js'
import { hiddenTargets, ownResources } from '../../db/query/conditions/viewer-sets.js'
import { ANONYMOUS_VIEWER } from '../../db/query/statements/viewer.js'
import { loadTerms, type Terms } from '../../db/query/statements/terms.js'
import { ApiError, BusyError } from '../core/calls/errors.js'
import type { Query } from '../core/calls/call.js'
import { AnswerCache } from '../cache/answer-cache.js'
import { Memory } from '../cache/memory.js'
import { ResourceTypes } from '../access/resource-types.js'
import { BUILT_IN, BUILT_IN_TYPES } from '../resources/built-in.js'
import { readLinks } from '../resources/shared/representation/many-links.js'
import { readKeys } from '../search/facets/cached-groups.js'
import { DataTypes } from '../values/data-types.js'
import { findForOthers, findIds } from '../search/run/find.js'
import { Ids } from '../search/context/ids.js'
import type { Preparation, SearchWork } from '../search/context/context.js'
import type { Message, Outcome, Start, WorkerTask } from '../search/worker/search-worker.js'

const { place, memory: limits } = workerData as Start
const { database, driver } = connect(place, { isReadOnly: true, pageCache: limits.database })
// This thread finds ids, but renders no representations.
const memory = new Memory({ ...limits, answers: 0 })
const changes = new ChangeLog()
const cache = new AnswerCache(changes, memory)
const dataTypes = new DataTypes()
const types = new ResourceTypes(BUILT_IN_TYPES)
let terms: Terms | undefined

async function currentTerms (): Promise<Terms> {
  if (terms?.epoch !== changes.epoch) terms = await loadTerms(database, changes.epoch, terms)
  return terms
}

/** Runs one task, in one transaction so that all its reads see the same data. */
async function run (
  { task: { work, type: name, query, context: sent }, written }: WorkerTask
): Promise<unknown> {
  // Recorded before the transaction begins. Its view may be newer, in which case some ids are looked up twice.
  if (written !== undefined) changes.repeat(written)
  driver.exec('BEGIN')
  try {
    const terms = await currentTerms()
    const type = BUILT_IN.get(name)!
    const used = sent.withoutCache === true ? undefined : cache
    const context = { ...sent, database, terms, dataTypes, types, cache: used }
    switch (work.kind) {
      case 'find': return await findForOthers(type, query, context, work.pageSize)
      case 'match': return await findIds(type, query, context)
      case 'own': return Ids.of(await ownResources(database, context.viewer))
      case 'hidden': return Ids.of(await hiddenTargets(database, context.viewer))
      case 'keys': return await readKeys(database, work.counted, work.from, work.to)
      case 'links': return await readLinks(context, work.id)
    }
  } finally {
    driver.exec('COMMIT')
  }
}

async function outcomeOf (task: WorkerTask): Promise<Outcome> {
  try {
    return { result: await run(task) }
  } catch (thrown) {
    // Only the kind and messages of an error can be sent to the main thread.
    const error = isUnavailable(thrown) ? new BusyError() : thrown
    return error instanceof ApiError
      ? { refusal: { kind: error.kind, errors: error.errors } }
      : { failure: error as Error }
  }
}

/** A text that no value contains. */
const UNKNOWN = 'qxzqxzqxzq'
const SEARCHES: readonly Query[] = [
  { search: UNKNOWN },
  { fulltext_search: UNKNOWN },
  { property: [{ property: '', type: 'neq', text: UNKNOWN }], sort_by: 'title', page: '1' }
]

/** Properties with fewer values are listed quickly on demand; more than so many properties are not warmed up. */
const WARM_UP_MIN_VALUES = 1000
const WARM_UP_MAX_PROPERTIES = 64

/** Above this number of values, listing the resources with one property would delay other tasks too long. */
const WARM_UP_MAX_VALUES = 3_000_000

/**
 * Warms up searches: lists all items, searches for a text that no value contains, and determines which resources have
 * a property. Afterwards these sets are cached and statements compiled.
 */
async function searchAhead (): Promise<void> {
  const find: SearchWork = { kind: 'find', pageSize: 25 }
  await runAhead({ kind: 'match' }, {})
  for (const query of SEARCHES) await runAhead(find, query)
  for (const property of await inTurn(muchUsed)) await runAhead(find, { property: [{ property, type: 'ex' }] })
}

/** Terms of properties with many values; none if there are too many values. */
async function muchUsed (): Promise<string[]> {
  if (await lastValue(database) > WARM_UP_MAX_VALUES) return []
  const { properties } = await currentTerms()
  const ids = await muchUsedProperties(database, WARM_UP_MIN_VALUES)
  return ids.slice(0, WARM_UP_MAX_PROPERTIES).flatMap((id) => properties.byId.get(id)?.term ?? [])
}

/** Runs a task for anonymous viewers in advance. Requested tasks may run in between. */
async function runAhead (work: SearchWork, query: Query): Promise<void> {
  const context = { viewer: ANONYMOUS_VIEWER, cursorSecret: new Uint8Array(), readsTexts: true }
  await inTurn(async () => await run({ task: { work, type: 'items', query, context }, written: undefined }))
  await nextTurn()
}

let last: Promise<unknown> = Promise.resolve()

/** Runs tasks one after the other. */
async function inTurn<T> (work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => {})
  return await done
}

parentPort!.on('message', (task: WorkerTask | Preparation) => {
  if ('prepare' in task) {
    searchAhead().catch(() => {}).finally(() => { send() })
    return
  }
  inTurn(async () => await outcomeOf(task)).then(send, (error: unknown) => { throw error })
})

function send (outcome?: Outcome): void {
  parentPort!.postMessage({ outcome, memory: memory.figures } satisfies Message)
}

parentPort!.postMessage('ready')
