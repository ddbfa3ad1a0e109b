import { and, Column, eq, getTableColumns, is, isNotNull, ne, not, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beside, inDialect, isOneOf, type List } from '../statements/dialect.js'
import { AUDIENCE, resource, sortText, type Audience } from '../../tables/index.js'
import { areTitlesEqual, doTitlesDiffer, ownedBy, type Viewer } from '../statements/viewer.js'
import type { Database } from '../statements/database.js'
import { listOf, numbersIn } from '../statements/prepared.js'

const query = new QueryBuilder()

/**
 * NULL sorts first in ascending and last in descending order, which is stated because databases differ in it. It is
 * not stated for NOT NULL columns, so that the primary key index can give the order.
 */
export function ordered (key: AnyColumn | SQL, direction: 'asc' | 'desc'): SQL {
  if (is(key, Column) && key.notNull) return direction === 'asc' ? sql`${key} ASC` : sql`${key} DESC`
  return direction === 'asc' ? sql`${key} ASC NULLS FIRST` : sql`${key} DESC NULLS LAST`
}

/** The sort key of a resource for a property, made from the visible values (docs/contract/search.md §3). */
export function propertySortKey (propertyId: number, viewer: Viewer): SQL {
  // `beside` avoids the index on the property, which would be scanned once for each resource.
  return sql`${query.select({ key: sortText.sortKey }).from(sortText).where(and(
    eq(sortText.resourceId, resource.id),
    eq(beside(sortText.propertyId), propertyId),
    isFor(viewer, (id) => eq(resource.ownerId, id))
  ))}`
}

/** The condition that a sort text applies to a viewer. @param isOwn that an account owns the resource. */
function isFor (
  viewer: Viewer, isOwn = (id: number): SQL => sql`${sortText.resourceId} IN (${ownedBy(id)})`
): SQL {
  if (viewer.viewsAll) return ne(sortText.audience, AUDIENCE.publicOnly)
  if (viewer.id === null) return ne(sortText.audience, AUDIENCE.full)
  return sql`${sortText.audience} <> CASE WHEN ${isOwn(viewer.id)}
    THEN ${AUDIENCE.publicOnly} ELSE ${AUDIENCE.full} END`
}

/** Selects the resources that have a sort text of a property for a viewer. */
export function entriesFor (propertyId: number, viewer: Viewer, among?: List): SQL {
  return query.select({ id: sortText.resourceId }).from(sortText)
    .where(and(eq(sortText.propertyId, propertyId), isFor(viewer), among && isOneOf(sortText.resourceId, among)))
    .getSQL()
}

/** Selects the resources with a sort text of a property for a viewer, in its order, from an offset on. */
export function rowsInOrder (
  propertyId: number, viewer: Viewer, direction: 'asc' | 'desc', offset: number, limit: number
): SQL {
  const way = sql.raw(direction)
  return sql`SELECT ${sortText.resourceId} AS id FROM ${sortText}
    WHERE ${and(eq(sortText.propertyId, propertyId), isFor(viewer))}
    ORDER BY ${sortText.sortKey} ${way}, ${sortText.resourceId} ${way} LIMIT ${limit} OFFSET ${offset}`
}

/** Factor that packs a resource id and an audience into one number. */
const AUDIENCES = 4

/**
 * Selects all sort texts of a property, for all audiences, sorted by key, then by resource. Each is encoded as one
 * number, `id`; `sortEntryId` and `sortEntryCounts` decode it.
 */
export function propertyOrder (propertyId: number): SQL {
  return sql`SELECT ${sortText.resourceId} * ${sql.raw(String(AUDIENCES))} + ${sortText.audience} AS id FROM ${sortText}
    WHERE ${eq(sortText.propertyId, propertyId)}
    ORDER BY ${sortText.sortKey}, ${sortText.resourceId}, ${sortText.audience}`
}

/** Entries of an order, each with the preceding entry of any other resource; null: there is none. */
type Places = Array<[entry: number, behind: number | null]>

/** Reads the entries of `propertyOrder` of some resources, in order. */
export async function propertyPlaces (
  database: Database, propertyId: number, among: readonly number[]
): Promise<Places> {
  const other = alias(sortText, 'other')
  const entry = (of: typeof sortText | typeof other): SQL =>
    sql`${of.resourceId} * ${sql.raw(String(AUDIENCES))} + ${of.audience}`
  return await database.values<Places[number]>(sql`SELECT ${entry(sortText)} AS id, (
      SELECT ${entry(other)} FROM ${sortText} AS other WHERE ${eq(other.propertyId, propertyId)}
      AND (${other.sortKey}, ${other.resourceId}) < (${sortText.sortKey}, ${sortText.resourceId})
      AND NOT (${isOneOf(other.resourceId, among)})
      ORDER BY ${other.sortKey} DESC, ${other.resourceId} DESC, ${other.audience} DESC LIMIT 1
    ) AS behind
    FROM ${sortText} WHERE ${and(eq(sortText.propertyId, propertyId), isOneOf(sortText.resourceId, among))}
    ORDER BY ${sortText.sortKey}, ${sortText.resourceId}, ${sortText.audience}`)
}

/**
 * Reads the places of some resources in the order of all resources of a kind by an indexed column. NULL sorts first.
 *
 * @param scope restricts the resources to the kind.
 */
export async function columnPlaces (
  database: Database, column: AnyColumn, scope: SQL | undefined, among: readonly number[]
): Promise<Places> {
  const other = alias(resource, 'other')
  const key = sql`"other".${sql.identifier(column.name)}`
  const others = and(eq(other.kind, resource.kind), not(isOneOf(other.id, among)))
  // `beside` avoids the index of the column, by which all resources of the kind would be read.
  const few = beside(column)
  const table = tableBy(column, 'other') ?? sql`${resource} AS other`
  const last = (condition: SQL): SQL => sql`(SELECT id FROM (
      SELECT ${other.id} AS id, ${key} AS key FROM ${table} WHERE ${others} AND ${condition}
      ORDER BY ${ordered(key, 'desc')}, ${other.id} DESC LIMIT 1
    ) AS last)`
  return await database.values<Places[number]>(sql`SELECT ${resource.id} AS id, coalesce(
      ${last(sql`(${key}, ${other.id}) < (${column}, ${resource.id})`)},
      ${last(sql`${key} IS NULL AND (${column} IS NOT NULL OR ${other.id} < ${resource.id})`)}
    ) AS behind
    FROM ${resource} WHERE ${and(scope, isOneOf(resource.id, among))} ORDER BY ${ordered(few, 'asc')}, ${resource.id}`)
}

/**
 * The subquery to read in place of the table `resource` if that has no index in the order of a key; undefined: it has.
 */
export function tableBy (key: AnyColumn | SQL | undefined, name?: string): SQL | undefined {
  return key === resource.publicTitleSort ? resourcesByPublicTitle(name) : undefined
}

/**
 * A subquery for statements that read resources in the order of public titles: two parts, each of which an index
 * provides in that order. SQLite merges them if the statement selects the columns that it sorts by. Its columns are
 * named as in the table itself.
 *
 * @param name alias in the statement.
 */
function resourcesByPublicTitle (name = 'resource'): SQL {
  const { titleSort, publicTitleSort, ...others } = getTableColumns(resource)
  const part = (key: AnyColumn, condition: SQL): SQL => sql`SELECT
    ${sql.join([...Object.values(others), titleSort].map((column) => sql`${column}`), sql`, `)},
    ${key} AS ${sql.identifier(publicTitleSort.name)} FROM ${resource} WHERE ${condition}`
  const parts = sql`(${part(titleSort, areTitlesEqual(resource))} UNION ALL ${part(publicTitleSort, doTitlesDiffer(resource))})`
  return sql`${inDialect((dialect) => dialect.inParts(sql`${resource}`, parts))} AS ${sql.identifier(name)}`
}

/** The resource of an entry of `propertyOrder`. */
export const sortEntryId = (entry: number): number => Math.floor(entry / AUDIENCES)

/** Whether the entry applies to a viewer. @param seesPrivate whether the viewer sees the resource's private values. */
export function sortEntryCounts (entry: number, seesPrivate: boolean): boolean {
  const audience = entry % AUDIENCES as Audience
  return audience !== (seesPrivate ? AUDIENCE.publicOnly : AUDIENCE.full)
}

/** A sort key that a row takes from a row it refers to: the label of its class, the name of its owner. */
export interface RelatedKey {
  /** The column that refers to the other row. */
  readonly column: AnyColumn
  /** Id column and key column of the other table. */
  readonly id: AnyColumn
  readonly of: AnyColumn
  /** The key of a row. */
  readonly key: SQL
}

/** @example relatedKey(resource.classId, resourceClass.id, resourceClass.labelKey) */
export function relatedKey (column: AnyColumn, id: AnyColumn, of: AnyColumn): RelatedKey {
  return { column, id, of, key: sql`(SELECT ${of} FROM ${of.table} WHERE ${id} = ${column})` }
}

/** The rows that are sorted by a related key. @param scope restricts the table to them. */
interface RelatedRows {
  readonly table: SQLiteTable & { id: AnyColumn }
  readonly scope?: SQL
}

/** A row that others may refer to, with its sort key and the ids of the rows that do. */
export interface RelatedGroup { readonly id: number, readonly key: string, readonly ids: Int32Array }

/** All rows that others may refer to, ordered by key. The ids are read from the index of the column alone. */
export async function groupsOf (
  database: Database, { column, id, of }: RelatedKey, { table, scope }: RelatedRows
): Promise<RelatedGroup[]> {
  const ids = sql`(SELECT ${listOf(sql`${table.id}`)} FROM ${table} WHERE ${and(eq(column, id), scope)})`
  const rows = await database.values<[number, string, string]>(
    sql`SELECT ${id}, ${of}, ${ids} FROM ${of.table} ORDER BY ${of}, ${id}`
  )
  return rows.map(([id, key, list]) => ({ id, key, ids: numbersIn(list) }))
}

/** The rows among the given ones that refer to each other row, by the id of that row. */
export async function groupsAmong (
  database: Database, { column }: RelatedKey, { table, scope }: RelatedRows, among: readonly number[]
): Promise<Map<number, Int32Array>> {
  const few = beside(column)
  const rows = await database.values<[number, string]>(sql`SELECT ${column}, ${listOf(sql`${table.id}`)} FROM ${table}
    WHERE ${and(isOneOf(table.id, among), isNotNull(few), scope)} GROUP BY ${column}`)
  return new Map(rows.map(([id, list]) => [id, numbersIn(list)]))
}
