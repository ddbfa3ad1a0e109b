import { and, is, or, sql, Column, type SQL } from 'drizzle-orm'
import { tableBy } from '../../../db/query/conditions/order.js'
import type { Query } from '../../core/calls/call.js'
import { ParameterError } from '../../core/calls/errors.js'
import { NOTHING } from './filters.js'
import { toInteger } from '../../core/calls/given.js'
import type { SearchContext } from '../context/context.js'
import type { SearchableType } from './searchable.js'
import { decryptToken, encryptToken } from '../../core/text/token.js'
import { orderBy, type SortKey } from './sorting.js'

/** The values of a row's sort keys; the last one is its id. */
type Position = Array<string | number | null>

/** A page that begins after a sort position, so it is correct even if the row at that position has changed. */
export interface CursorPage {
  keys: readonly SortKey[]
  /** Position of the last row of the previous page; undefined for the first page. */
  after: Position | undefined
  size: number
  /** The cursor of the next page, from the position of the last row of this one. */
  cursorAt: (position: Position) => string
}

/**
 * Reads `cursor`, which is empty for the first page, with `per_page` (or `limit`) rows per page. A cursor holds the
 * sort keys of the last row, not an offset: whatever is written between two requests, no row is skipped or repeated.
 * It is encrypted, because a sort key may be secret (the name of an owner).
 *
 * @returns undefined when the query has no cursor.
 * @throws ParameterError for a cursor that was not issued for this order, or together with `page` or `offset`.
 */
export function cursorPageOf (
  type: SearchableType,
  query: Query,
  { cursorSecret }: SearchContext,
  keys: readonly SortKey[] | undefined,
  pageSize: number
): CursorPage | undefined {
  const { cursor, page, offset } = query
  if (cursor === undefined) return undefined
  if (page !== undefined || offset !== undefined) {
    throw new ParameterError('cursor', 'A cursor goes with neither "page" nor "offset".')
  }
  if (keys === undefined) throw new ParameterError('cursor', 'There are no cursors in random order.')
  const order = JSON.stringify([type.name, query.sort_by, query.sort_order])
  return {
    keys,
    after: cursor === '' ? undefined : positionIn(cursor, order, keys.length, cursorSecret),
    size: Math.max(1, toInteger(query.per_page) ?? toInteger(query.limit) ?? pageSize),
    cursorAt: (position) => encryptToken(JSON.stringify([order, ...position]), cursorSecret)
  }
}

function positionIn (cursor: Query[string], order: string, length: number, secret: Uint8Array): Position {
  const text = typeof cursor === 'string' ? decryptToken(cursor, secret) : undefined
  const [ofOrder, ...position] = text === undefined ? [] : (JSON.parse(text) as [string, ...Position])
  if (ofOrder !== order || position.length !== length) {
    throw new ParameterError(
      'cursor',
      'The cursor must be one that a link to the next page gave for the same order, or empty.'
    )
  }
  return position
}

/** The ids on a page, and the cursor of the next page if there is one. */
export async function selectPage (
  { table, joins = [] }: SearchableType,
  { database }: SearchContext,
  where: SQL | undefined,
  { keys, after, size, cursorAt }: CursorPage
): Promise<{ ids: number[]; next: string | undefined }> {
  const columns = keys.map(({ key }, at) => [`key${at}`, sql<string | number | null>`${key}`] as const)
  const query = database.select(Object.fromEntries(columns)).from(tableBy(keys[0]?.key) ?? table).$dynamic()
  for (const { table: joined, on } of joins) query.innerJoin(joined, on)
  const rows = await query
    .where(and(where, after === undefined ? undefined : isBehind(keys, after)))
    .orderBy(...orderBy(keys))
    .limit(Math.min(size, Number.MAX_SAFE_INTEGER - 1) + 1)
  const positions: Position[] = rows.slice(0, size).map((row) => columns.map(([name]) => row[name] as Position[number]))
  return {
    ids: positions.map((position) => position.at(-1) as number),
    next: rows.length > size ? cursorAt(positions.at(-1)!) : undefined
  }
}

/** The condition that a row comes after a position: by its first key or, when that is equal, by the others. */
function isBehind ([first, ...rest]: readonly SortKey[], [at, ...others]: Position): SQL {
  const { key } = first!
  const isBehindRest = rest.length === 0 ? undefined : and(sql`${key} IS NOT DISTINCT FROM ${at}`, isBehind(rest, others))
  return and(bound(first!, at!), or(isFurther(first!, at!), isBehindRest))!
}

/** The condition that a row comes after a key. NULL sorts first in ascending order, last in descending. */
function isFurther ({ key, direction }: SortKey, at: string | number | null): SQL {
  if (direction === 'asc') return at === null ? sql`${key} IS NOT NULL` : sql`${key} > ${at}`
  return at === null ? NOTHING : sql`(${key} < ${at} OR ${key} IS NULL)`
}

/** A redundant bound of the key, which lets SQLite use an index; it cannot derive the bound from the OR condition. */
function bound ({ key, direction }: SortKey, at: string | number | null): SQL | undefined {
  if (at === null || !is(key, Column)) return undefined
  if (direction === 'asc') return sql`${key} >= ${at}`
  return key.notNull ? sql`${key} <= ${at}` : undefined
}
