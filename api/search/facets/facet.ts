import type { AnyColumn, SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { sortKey } from '../../../db/keys/collation/index.js'
import type { ResourceTypes } from '../../access/resource-types.js'
import type { Representation } from '../../core/answers/answer.js'
import type { SearchContext } from '../context/context.js'
import type { DataTypes } from '../../values/data-types.js'
import type { Columns } from './columns/columns.js'

/** What counting needs besides a search: data types and the names of resource types, to represent values. */
export interface FacetContext extends SearchContext {
  readonly dataTypes: DataTypes
  readonly types: ResourceTypes
  /** Values of properties, kept for counting; only in the thread that counts. */
  readonly columns?: Columns | undefined
}

/** The table of a resource type, with its joins. */
interface Rows {
  readonly table: SQLiteTable & { id: AnyColumn }
  readonly joins?: ReadonlyArray<{ table: SQLiteTable, on: SQL }>
}

/** The rows of a search that are counted. */
export interface Found {
  type: Rows
  context: FacetContext
  /** The condition that the rows meet, visibility included. */
  where: SQL | undefined
  /** Whether the actor may read accounts; otherwise owners are shown without names. */
  namesOwners: boolean
}

/** Number of rows in a group; `id` is that of the class, template, owner, item set or value. */
export interface Group { id: number, count: number }

/** A group as it is shown: its representation, and the label by which it is sorted. */
export interface Entry { label: string, shown: Representation }

/** A way to group rows. Values and rows that the viewer may not see are not counted. */
export interface Facet {
  /** What rows are grouped by: the id of a property, or a reference (db/query/conditions/facet-rows.ts). */
  readonly counted: number
  groups (found: Found): Promise<Group[]>
  /** The labels of groups, where that takes less than their entries. */
  labels? (found: Found, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  entries (found: Found, ids: readonly number[]): Promise<ReadonlyMap<number, Entry>>
}

/** From so many times as many groups as are shown on, their labels alone are read first. */
const MANY = 2

/** Representations of the largest groups, each with its `count`; groups of the same size are sorted by label. */
export async function largest (facet: Facet, found: Found, limit: number): Promise<Representation[]> {
  return await largestOf(await facet.groups(found), facet, found, limit)
}

/** The same of groups that are counted; all but the largest may be missing. */
export async function largestOf (
  counted: Group[], facet: Facet, found: Found, limit: number
): Promise<Representation[]> {
  const groups = counted.sort((a, b) => b.count - a.count)
  // Labels are loaded only for groups that may be among the largest.
  const least = groups[limit - 1]?.count ?? 0
  const candidates = groups.filter(({ count }) => count >= least)
  const chosen = facet.labels !== undefined && candidates.length > MANY * limit
    ? inOrder(candidates, await facet.labels(found, candidates.map(({ id }) => id))).slice(0, limit)
    : candidates
  const entries = await facet.entries(found, chosen.map(({ id }) => id))
  const labels = new Map([...entries].map(([id, { label }]) => [id, label]))
  return inOrder(chosen, labels).slice(0, limit).map(({ id, count }) => ({ ...entries.get(id)!.shown, count }))
}

/** Those groups that have a label: the largest first, those of the same size by label. */
function inOrder (groups: readonly Group[], labels: ReadonlyMap<number, string>): Group[] {
  return groups
    .flatMap(({ id, count }) => {
      const label = labels.get(id)
      return label === undefined ? [] : { id, count, key: sortKey(label) }
    })
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id))
}
