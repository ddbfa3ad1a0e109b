import { and, sql, type SQL } from 'drizzle-orm'
import { numbersOf } from '../../db/ids.js'
import type { Query } from '../call.js'
import { conditionOf } from './described.js'
import { byId } from './filters.js'
import type { SearchContext } from './context.js'
import type { SearchableType } from './searchable.js'
import type { Window } from './window.js'

/** Parameters that choose among the rows found, not which are found. */
const NOT_FILTERS = new Set(['page', 'per_page', 'limit', 'offset', 'sort_by', 'sort_order', 'sort_by_default', 'sort_order_default', 'cursor', 'fields', 'facets', 'facet_limit', 'return_scalar', 'pretty_print', 'callback', 'format'])

/** What of a query decides which rows are found, as a key to remember them by. */
export function selectionKey (query: Query): string {
  return JSON.stringify(Object.entries(query).filter(([name]) => !NOT_FILTERS.has(name)))
}

/** What the filters among the parameters demand of a row. */
export function filtersOf (type: SearchableType, query: Query, context: SearchContext): SQL | undefined {
  const filters = { id: byId(type.table.id), ...type.filters }
  return and(...Object.entries(filters).map(([name, filter]) => query[name] === undefined ? undefined : conditionOf(filter)(query[name], context, query)))
}

/** That a row is of this type and may be seen. */
export function scopeOf (type: SearchableType, { viewer }: SearchContext): SQL | undefined {
  return and(type.scope, type.visible(viewer))
}

/** @param order none: in any order. */
export async function selectIds (type: SearchableType, { database }: SearchContext, where: SQL | undefined, order: readonly SQL[] = [], window?: Window): Promise<Int32Array> {
  const query = [rows(type, sql`${type.table.id} AS id`, where)]
  if (order.length > 0) query.push(sql`ORDER BY ${sql.join([...order], sql`, `)}`)
  // Every database wants a LIMIT before an OFFSET; the largest is none.
  if (window !== undefined) query.push(sql`LIMIT ${window.limit ?? Number.MAX_SAFE_INTEGER} OFFSET ${Math.min(window.offset, Number.MAX_SAFE_INTEGER)}`)
  return await numbersOf(database, sql.join(query, sql` `))
}

export async function count (type: SearchableType, { database }: SearchContext, where: SQL | undefined): Promise<number> {
  const [row] = await database.values<[number]>(rows(type, sql`count(*)`, where))
  return row![0]
}

function rows ({ table, joins = [] }: SearchableType, columns: SQL, where: SQL | undefined): SQL {
  return sql`SELECT ${columns} FROM ${table}${sql.join(joins.map(({ table, on }) => sql` INNER JOIN ${table} ON ${on}`))}${where === undefined ? sql`` : sql` WHERE ${where}`}`
}
