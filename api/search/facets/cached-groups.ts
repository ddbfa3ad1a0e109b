import { setImmediate as nextTurn } from 'node:timers/promises'
import { facetRowsOf, resourcesAlike, resourcesEnd } from '../../../db/query/conditions/facet-rows.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import type { SearchContext } from '../context/context.js'
import type { FacetKeys } from '../context/tasks.js'
import { entriesOf, type FacetGroups } from './facet-groups.js'
import { GroupBuilder } from './group-builder.js'
import { targetOf } from './group-table.js'
import { keyOf, readKeys } from './keys.js'

/** Resources that are read at a stretch while groups are made; other work comes in between. */
const SLICE = 4096

/** Resources that are read at a stretch while groups are patched. */
const PATCHED_AT_ONCE = 64

/** When writes have touched more resources than this, making all groups again takes less. */
const MOST_PATCHED = 5000

/** What is being made or patched, by cache and by what is counted. */
const pending = new WeakMap<AnswerCache, Map<number, Promise<FacetGroups>>>()

/**
 * The groups of all resources for a property or reference, as of now. They are cached with the sets of ids, for all
 * viewers, and patched with what writes have touched.
 */
export async function groupsFor (counted: number, context: SearchContext): Promise<FacetGroups> {
  const { cache } = context
  if (cache === undefined) return await built(counted, context)
  let making = pending.get(cache)
  if (making === undefined) pending.set(cache, making = new Map())
  // One after another: each goes on from what the one before has made.
  const next = (making.get(counted) ?? Promise.resolve()).catch(() => {})
    .then(async () => await current(counted, context, cache))
  making.set(counted, next)
  try {
    return await next
  } finally {
    if (making.get(counted) === next) making.delete(counted)
  }
}

async function current (counted: number, context: SearchContext, cache: AnswerCache): Promise<FacetGroups> {
  const name = `groups of ${counted}`
  // What is read from now on reflects every write up to this version.
  const { version } = cache
  const known = cache.sets.latest<FacetGroups>(ANONYMOUS_VIEWER, name)
  if (known?.version === version) return known.value
  const touched = known && cache.changes.rowsSince(known.version)
  const groups = known === undefined || touched === undefined || touched.length > MOST_PATCHED
    ? await built(counted, context)
    : touched.length === 0 ? known.value : await patched(known.value, counted, touched, context)
  cache.sets.set(ANONYMOUS_VIEWER, name, groups, version)
  return groups
}

/** Makes the groups from all values, slice by slice: in a worker where there is one. */
async function built (counted: number, context: SearchContext): Promise<FacetGroups> {
  const { database, runInWorker, viewer, cursorSecret } = context
  const builder = new GroupBuilder()
  const end = await resourcesEnd(database)
  for (let from = 0; from < end; from += SLICE) {
    const work = { kind: 'keys', counted, from, to: Math.min(end, from + SLICE) } as const
    const here = async (): Promise<FacetKeys> => await readKeys(database, counted, work.from, work.to)
    const task = { work, type: 'resources', query: {}, context: { viewer, cursorSecret } }
    builder.add(runInWorker === undefined ? await here() : await runInWorker(task, here))
    await nextTurn()
  }
  return builder.groups(end)
}

/** Reads the values of the resources again that writes have touched, and of those that have an equal one since then. */
async function patched (
  groups: FacetGroups, counted: number, touched: readonly number[], { database }: SearchContext
): Promise<FacetGroups> {
  const { table } = groups
  const values = new Map<number, Array<{ key: number, flags: number }>>()
  const shared = new Set<number>()
  const due = new Set(touched)
  while (due.size > 0) {
    const some = [...due].slice(0, PATCHED_AT_ONCE)
    for (const resource of some) {
      due.delete(resource)
      values.set(resource, [])
    }
    const alone = new Map<number, number>()
    for (const row of await facetRowsOf(database, counted, some)) {
      const [resource, id, flags] = row
      const key = keyOf(row)
      values.get(resource)!.push({ key, flags })
      if (targetOf(key) !== 0) shared.add(key)
      else if (table.get(key) === 0 && !shared.has(key)) alone.set(id, key)
    }
    for (const [id, resource] of alone.size === 0 ? [] : await resourcesAlike(database, [...alone.keys()])) {
      shared.add(alone.get(id)!)
      if (!values.has(resource)) due.add(resource)
    }
    if (due.size > 0) await nextTurn()
  }
  // At the end, when nothing can fail any more: the groups from before do not refer to what is added.
  for (const key of shared) table.add(key)
  return groups.changed(new Map(Array.from(values, ([resource, own]) =>
    [resource, entriesOf(own.map((value) => ({ ...value, group: table.get(value.key) })))])))
}
