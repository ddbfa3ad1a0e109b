import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  facetRowsOf, resourcesAlike, resourcesEnd, facetRowsBetween, type FacetRow
} from '../../../db/query/conditions/facet-rows.js'
import { OneByOne } from '../../../db/engine/in-turn.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import type { SearchContext, FacetKeys } from '../context/context.js'
import { entriesOf, GroupBuilder, targetOf, linkKey, textKey, type FacetGroups } from './groups.js'
import type { Database } from '../../../db/query/statements/database.js'

/** Number of resources that are read in one slice while groups are made. Other requests run between slices. */
const SLICE_RESOURCES = 4096

/** Number of resources that are read in one slice while groups are patched. */
const PATCH_SLICE_RESOURCES = 64

/** Makes and patches groups, by cache; those of a property or reference one after the other. */
const turns = new WeakMap<AnswerCache, OneByOne<number>>()

/**
 * The current groups of all resources for a property or reference. They are cached with the sets of ids, shared by all
 * viewers, and patched for the resources that writes touch.
 */
export async function groupsFor (counted: number, context: SearchContext): Promise<FacetGroups> {
  const { cache } = context
  if (cache === undefined) return await built(counted, context)
  let making = turns.get(cache)
  if (making === undefined) turns.set(cache, making = new OneByOne())
  // Each call can use the groups that the previous one has cached.
  return await making.run(counted, async () => await current(counted, context, cache))
}

async function current (counted: number, context: SearchContext, { sets, changes }: AnswerCache): Promise<FacetGroups> {
  return await sets.get(ANONYMOUS_VIEWER, `groups of ${counted}`,
    async () => await built(counted, context),
    async (groups, written) => await patched(groups, counted, written, context),
    changes.version, (since) => changes.rowsSince(since))
}

/** Makes the groups from all values, slice by slice, in a worker if there is one. */
async function built (counted: number, context: SearchContext): Promise<FacetGroups> {
  const { database, runInWorker, viewer, cursorSecret } = context
  const builder = new GroupBuilder()
  const end = await resourcesEnd(database)
  for (let from = 0; from < end; from += SLICE_RESOURCES) {
    const work = { kind: 'keys', counted, from, to: Math.min(end, from + SLICE_RESOURCES) } as const
    const here = async (): Promise<FacetKeys> => await readKeys(database, counted, work.from, work.to)
    const task = { work, type: 'resources', query: {}, context: { viewer, cursorSecret } }
    builder.add(runInWorker === undefined ? await here() : await runInWorker(task, here))
    await nextTurn()
  }
  return await builder.groups(end)
}

/** Patches groups: reads the values of touched resources, and of resources with which they now share a value. */
async function patched (
  groups: FacetGroups, counted: number, touched: readonly number[], { database }: SearchContext
): Promise<FacetGroups> {
  const { table } = groups
  const values = new Map<number, Array<{ key: number, flags: number }>>()
  const shared = new Set<number>()
  const due = new Set(touched)
  while (due.size > 0) {
    const some = [...due].slice(0, PATCH_SLICE_RESOURCES)
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
  // Added last, when nothing can fail any more. The former groups share the table, and do not refer to new entries.
  for (const key of shared) table.add(key)
  return groups.changed(new Map(Array.from(values, ([resource, own]) =>
    [resource, entriesOf(own.map((value) => ({ ...value, group: table.get(value.key) })))])))
}

export const keyOf = ([, , , linked, text]: FacetRow): number => linked === null ? textKey(text!) : linkKey(linked)

/** Reads the group keys of resources. @param from first id. @param to exclusive. */
export async function readKeys (database: Database, counted: number, from: number, to: number): Promise<FacetKeys> {
  const rows = await facetRowsBetween(database, counted, from, to)
  return {
    resources: Int32Array.from(rows, ([resource]) => resource),
    keys: Float64Array.from(rows, keyOf),
    flags: Uint8Array.from(rows, ([, , flags]) => flags)
  }
}
