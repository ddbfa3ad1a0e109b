import type { AnyColumn, SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { sortKey } from '../../../db/collation/index.js'
import type { Representation } from '../../answer.js'
import type { SearchContext } from '../context.js'
import type { DataTypes } from '../../values/data-types.js'

/** What rows are counted in: groups are shown as values are. */
export interface FacetContext extends SearchContext {
  readonly dataTypes: DataTypes
}

/** Where the rows of a resource type are. */
interface Rows {
  readonly table: SQLiteTable & { id: AnyColumn }
  readonly joins?: ReadonlyArray<{ table: SQLiteTable, on: SQL }>
}

/** The rows of a search that are counted. */
export interface Found {
  type: Rows
  context: FacetContext
  /** What the rows satisfy, visibility included. */
  where: SQL | undefined
  /** The actor may read accounts, so owners have names. */
  namesOwners: boolean
}

/** How many of the rows found have something; `id` says what. */
export interface Group { id: number, count: number }

/** What a group is called, and how it is shown. */
export interface Entry { label: string, shown: Representation }

/** One way to count rows. Nothing that the viewer may not see has a part in it. */
export interface Facet {
  groups (found: Found): Promise<Group[]>
  entries (found: Found, ids: readonly number[]): Promise<ReadonlyMap<number, Entry>>
}

/** The largest groups, each as it is shown, with its `count`; of the same size in the order of their labels. */
export async function largest (facet: Facet, found: Found, limit: number): Promise<Representation[]> {
  const groups = (await facet.groups(found)).sort((a, b) => b.count - a.count)
  // Only what may be among the first is looked up.
  const least = groups[limit - 1]?.count ?? 0
  const candidates = groups.filter(({ count }) => count >= least)
  const entries = await facet.entries(found, candidates.map(({ id }) => id))
  return candidates
    .flatMap(({ id, count }) => {
      const entry = entries.get(id)
      return entry === undefined ? [] : { id, count, shown: entry.shown, key: sortKey(entry.label) }
    })
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id))
    .slice(0, limit)
    .map(({ count, shown }) => ({ ...shown, count }))
}
