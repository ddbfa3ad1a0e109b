import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ChangeLog } from '../../db/changes/change-log.js'
import { isUnavailable } from '../../db/open/failures.js'
import { lastValue } from '../../db/query/statements/ids.js'
import { openReading } from '../../db/open/open-reading.js'
import { FacetRows } from '../../db/query/conditions/facet-rows.js'
import { EVERYBODY } from '../../db/query/statements/viewer.js'
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
  // Recorded before the transaction begins, whose view may be newer: what it touched is then looked up twice.
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
    // What an error says beyond its text is not sent.
    const error = isUnavailable(thrown) ? new BusyError() : thrown
    return error instanceof ApiError
      ? { refusal: { kind: error.kind, errors: error.errors } }
      : { failure: error as Error }
  }
}

/**
 * Has columns made, and counts all items by each of them as everybody sees them: what the first who asks for that would
 * wait for is known then, from the list of all items to compiled statements.
 */
async function countAhead (columns: Columns): Promise<void> {
  columns.prepare()
  await columns.settled()
  for (const facets of await inTurn(async () => await namesOf(columns.kept))) {
    await runAhead({ kind: 'count', namesOwners: false }, { facets })
  }
}

/** What nobody has written. */
const UNKNOWN = 'qxzqxzqxzq'
const SEARCHES: readonly Query[] = [
  { search: UNKNOWN },
  { fulltext_search: UNKNOWN },
  { property: [{ property: '', type: 'neq', text: UNKNOWN }], sort_by: 'title', page: '1' }
]

/** Properties with fewer values are listed at once when somebody asks. Of no more properties is it known ahead. */
const MANY_VALUES = 1000
const MOST_PROPERTIES = 64

/** With more values than this, others would wait too long while the resources of one property are listed. */
const MOST_VALUES = 3_000_000

/**
 * Lists all items, and searches for what nobody has written: then the lists are known, and statements compiled. Which
 * resources have a property is known then, too.
 */
async function searchAhead (): Promise<void> {
  const find: SearchWork = { kind: 'find', pageSize: 25 }
  await runAhead({ kind: 'match' }, {})
  for (const query of SEARCHES) await runAhead(find, query)
  for (const property of await inTurn(muchUsed)) await runAhead(find, { property: [{ property, type: 'ex' }] })
}

/** Terms of properties with many values, unless these are too many. */
async function muchUsed (): Promise<string[]> {
  if (await lastValue(reading.database) > MOST_VALUES) return []
  const rows = new FacetRows(reading)
  // References, which have no values, are negative.
  const ids = rows.counted().filter((id) => id > 0 && rows.hasMany(id, MANY_VALUES))
  return await namesOf(ids.slice(0, MOST_PROPERTIES))
}

/** Does what everybody may ask for, before somebody asks. What is asked for meanwhile comes in between. */
async function runAhead (work: SearchWork, query: Query): Promise<void> {
  const context = { viewer: EVERYBODY, cursorSecret: new Uint8Array(), readsTexts: true }
  await inTurn(async () => await run({ task: { work, type: 'items', query, context }, written: undefined }))
  await nextTurn()
}

/** Names of facets of items. @param counted what they count. */
async function namesOf (counted: readonly number[]): Promise<string[]> {
  const { properties } = await currentTerms()
  const others = Object.entries(BUILT_IN.get('items')!.facets!)
  return counted.flatMap((id) =>
    properties.get(id)?.term ?? others.find(([, facet]) => facet.counted === id)?.[0] ?? [])
}

let last: Promise<unknown> = Promise.resolve()

/** Does one thing after another. */
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
