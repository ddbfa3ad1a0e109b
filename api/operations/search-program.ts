import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ChangeLog } from '../../db/changes/change-log.js'
import { isUnavailable } from '../../db/open/failures.js'
import { lastValue } from '../../db/query/statements/ids.js'
import { openReading } from '../../db/open/open-reading.js'
import { FacetRows } from '../../db/query/conditions/facet-rows.js'
import { ANONYMOUS_VIEWER } from '../../db/query/statements/viewer.js'
import { loadTerms, type Terms } from '../../db/query/statements/terms.js'
import { ApiError, BusyError } from '../core/calls/errors.js'
import type { Query } from '../core/calls/call.js'
import { AnswerCache } from '../cache/answer-cache.js'
import { Memory } from '../cache/memory.js'
import { ResourceTypes } from '../access/resource-types.js'
import { BUILT_IN, BUILT_IN_TYPES } from '../resources/built-in.js'
import { readLinks } from '../resources/shared/representation/many-links.js'
import { countGroups, facetsOf } from '../search/facets/facets.js'
import { DataTypes } from '../values/data-types.js'
import { findForOthers, findIds } from '../search/run/find.js'
import { Ids } from '../search/context/ids.js'
import { Columns } from '../search/facets/columns/columns.js'
import type { Preparation, SearchWork } from '../search/context/tasks.js'
import type { CountMemory } from '../runtime/settings/memory-limits.js'
import type { Message, Outcome, Start, WorkerTask } from '../search/worker/search-worker.js'

const { place, timeout, folder, memory: limits, columnLimits } = workerData as Start
const reading = await openReading(place, { pageCache: limits.database, timeout })
// It finds ids, but renders no representations.
const memory = new Memory<keyof CountMemory | 'answers'>({ columns: 0, ...limits, answers: 0 })
const changes = new ChangeLog()
const cache = new AnswerCache(() => changes, memory)
const dataTypes = new DataTypes()
const types = new ResourceTypes(BUILT_IN_TYPES)
let terms: Terms | undefined
const columns = 'columns' in limits
  ? new Columns(reading, changes, limits.columns, columnLimits, folder)
  : undefined
if (columns !== undefined) memory.watch('columns', () => columns.bytes)

async function currentTerms (): Promise<Terms> {
  if (terms?.epoch !== changes.epoch) terms = await loadTerms(reading.database, changes.epoch, terms)
  return terms
}

/** Runs one task, in one transaction so that all its reads see the same data. */
async function run (
  { task: { work, type: name, query, context: sent }, written }: WorkerTask
): Promise<unknown> {
  const { database } = reading
  // Recorded before the transaction begins. Its view may be newer, in which case some ids are looked up twice.
  if (written !== undefined) changes.repeat(written)
  reading.begin()
  try {
    const terms = await currentTerms()
    const type = BUILT_IN.get(name)!
    const used = sent.withoutCache === true ? undefined : cache
    const context = { ...sent, database, terms, dataTypes, types, cache: used, columns }
    switch (work.kind) {
      case 'find': return await findForOthers(type, query, context, work.pageSize)
      case 'match': return await findIds(type, query, context)
      case 'count': {
        const found = work.found && Ids.received(work.found)
        return await countGroups(type, query, context, facetsOf(type, query, context), { ...work, found })
      }
      case 'links': return await readLinks(context, work.id)
    }
  } finally {
    reading.end()
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

/**
 * Warms up facets: builds columns and counts all items by each of them as anonymous viewers see them, so that the
 * first request need not wait for the list of all items or for compiling statements.
 */
async function countAhead (columns: Columns): Promise<void> {
  columns.prepare()
  await columns.settled()
  for (const facets of await inTurn(async () => await namesOf(columns.kept))) {
    await runAhead({ kind: 'count', namesOwners: false }, { facets })
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
  if (await lastValue(reading.database) > WARM_UP_MAX_VALUES) return []
  const rows = new FacetRows(reading)
  // Negative ids are references, not properties.
  const ids = rows.counted().filter((id) => id > 0 && rows.hasAtLeast(id, WARM_UP_MIN_VALUES))
  return await namesOf(ids.slice(0, WARM_UP_MAX_PROPERTIES))
}

/** Runs a task for anonymous viewers in advance. Requested tasks may run in between. */
async function runAhead (work: SearchWork, query: Query): Promise<void> {
  const context = { viewer: ANONYMOUS_VIEWER, cursorSecret: new Uint8Array(), readsTexts: true }
  await inTurn(async () => await run({ task: { work, type: 'items', query, context }, written: undefined }))
  await nextTurn()
}

/** Names of facets of items. @param counted ids of properties and references. */
async function namesOf (counted: readonly number[]): Promise<string[]> {
  const { properties } = await currentTerms()
  const others = Object.entries(BUILT_IN.get('items')!.facets!)
  return counted.flatMap((id) =>
    properties.get(id)?.term ?? others.find(([, facet]) => facet.counted === id)?.[0] ?? [])
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
    const prepared = columns === undefined ? searchAhead() : countAhead(columns)
    prepared.catch(() => {}).finally(() => { send() })
    return
  }
  inTurn(async () => await outcomeOf(task)).then(send, (error: unknown) => { throw error })
})

function send (outcome?: Outcome): void {
  parentPort!.postMessage({ outcome, memory: memory.figures } satisfies Message)
}

parentPort!.postMessage('ready')
