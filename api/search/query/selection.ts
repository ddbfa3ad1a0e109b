import { KindGuard, type TSchema } from '@sinclair/typebox'
import { and, is, sql, SQL } from 'drizzle-orm'
import {
  allOf, conditionOf, dependenceOf, dependenceOfAll, type DependsOn, type SetExpression
} from '../../../db/query/statements/set-expression.js'
import { bindings, IDS, numbersOf, preparedAtFirstUse, preparedIds } from '../../../db/query/statements/prepared.js'
import type { Viewer } from '../../../db/query/statements/viewer.js'
import { tableBy } from '../../../db/query/conditions/order.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { ID_FILTER } from '../../../schemas/shared/query.js'
import type { Query } from '../../core/calls/call.js'
import { byId } from './filters.js'
import type { SearchContext } from '../context/context.js'
import type { Filter, SearchableType } from './searchable.js'
import { ignoreNested, shortened } from '../context/ignored.js'
import { orderBy, type SortKey } from './sorting.js'
import type { Ids, Window } from '../context/ids.js'

/** The rows that a search matches, without order or page. */
export interface Selection {
  readonly type: SearchableType
  /** Identifies the selection in cache keys. */
  readonly key: string
  /** Whether the parameters set any conditions. */
  readonly isFiltered: boolean
  /** The conditions, and that the row is visible. Made when it is read, because cached results do not need it. */
  readonly where: SQL | undefined
  /** The filters that can be evaluated as sets of ids; undefined: none. */
  readonly expression: SetExpression | undefined
  /** The other filters, as SQL. */
  readonly others: SQL | undefined
  /** Which rows decide whether a row matches; undefined: unknown. */
  readonly dependsOn: DependsOn | undefined
}

/** The table that rows are read from, with its joins. */
interface Rows { readonly table: SearchableType['table'] | SQL, readonly joins?: SearchableType['joins'] }

/** Parameters of every search that do not decide which rows match. */
const NOT_FILTERS = new Set([
  'page', 'per_page', 'limit', 'offset', 'sort_by', 'sort_order', 'sort_by_default', 'sort_order_default', 'cursor',
  'fields', 'return_scalar'
])

/** @throws ParameterError for parameters that cannot be understood. */
export function selectionOf (type: SearchableType, query: Query, context: SearchContext): Selection {
  const all = conditionsOf(type, query, context)
  const expressions = all.flatMap(({ found }) => is(found, SQL) ? [] : [found])
  const others = and(...all.flatMap(({ found }) => is(found, SQL) ? [found] : []))
  const expression = expressions.length === 0 ? undefined : allOf(expressions)
  const dependsOn = type.hasIdList === true
    ? dependenceOfAll(all.map(({ found, dependsOn }) => is(found, SQL) ? dependsOn : dependenceOf(found)))
    : undefined
  return {
    type,
    key: `${type.name} ${selectionKey(query)}`,
    isFiltered: all.length > 0,
    get where () { return and(scopeOf(type, context), and(others, expression && conditionOf(expression))) },
    expression,
    others,
    dependsOn
  }
}

/** The parameters that decide which rows match, for cache keys. */
export function selectionKey (query: Query): string {
  return JSON.stringify(Object.entries(query).filter(([name]) => !NOT_FILTERS.has(name)))
}

/** The conditions of the parameters of a query. */
export function filtersOf (type: SearchableType, query: Query, context: SearchContext): SQL | undefined {
  return and(...conditionsOf(type, query, context).map(({ found }) => is(found, SQL) ? found : conditionOf(found)))
}

/** The condition that a parameter makes. */
interface Condition { readonly found: SQL | SetExpression, readonly dependsOn: DependsOn | undefined }

function conditionsOf (type: SearchableType, query: Query, context: SearchContext): Condition[] {
  const conditions: Condition[] = []
  const add = (name: string, filter: Filter, dependsOn?: DependsOn, schema?: TSchema): void => {
    const own = contextFor(name, context)
    if (schema !== undefined && takesTexts(schema)) ignoreNested(query[name]!, own.ignore)
    const found = filter(query[name]!, own, query)
    if (found !== undefined) conditions.push({ found, dependsOn })
  }
  if (query.id !== undefined && !('id' in type.filters)) add('id', byId(type.table.id), 'row', ID_FILTER.id)
  for (const [name, filter] of Object.entries(type.filters)) {
    if (query[name] === undefined) continue
    if (typeof filter === 'function') add(name, filter)
    else add(name, filter.condition, filter.dependsOn, filter.schema)
  }
  ignoreUnknown(Object.keys(query), ['id', ...Object.keys(type.filters), ...NOT_FILTERS], context)
  return conditions
}

/** Whether a parameter is a text, or a list of texts. Numbers and flags report lists by themselves. */
const takesTexts = (schema: TSchema): boolean => KindGuard.IsString(schema) || KindGuard.IsUnion(schema)

/** Prefixes what a filter reports as ignored with the name of its parameter. */
function contextFor (name: string, context: SearchContext): SearchContext {
  const { ignore } = context
  return ignore === undefined
    ? context
    : { ...context, ignore: (part) => { ignore({ ...part, key: `${name}${part.key ?? ''}` }) } }
}

/** Reports parameters that a search does not have as ignored. */
export function ignoreUnknown (
  names: readonly string[], known: readonly string[], { ignore }: Pick<SearchContext, 'ignore'>
): void {
  if (ignore === undefined) return
  for (const key of names) {
    if (known.includes(key)) continue
    ignore({ key, problem: `There is no parameter "${shortened(key)}".`, candidates: () => known })
  }
}

/** The condition that a row is of this type and visible. */
export function scopeOf (type: SearchableType, { viewer }: Pick<SearchContext, 'viewer'>): SQL | undefined {
  return and(type.scope, type.visible(viewer))
}

/** The condition that a row is in a set. */
export const isAmong = (type: SearchableType, ids: Ids): SQL => isOneOf(type.table.id, Array.from(ids.toArray()))

/** Ids of rows. @param order absent: in any order. */
export async function selectIds (
  type: SearchableType,
  { database }: Pick<SearchContext, 'database'>,
  where: SQL | undefined,
  order: readonly SQL[] = [],
  window?: Window
): Promise<Int32Array> {
  return await numbersOf(database, inWindow(inOrder(rows(type, idOf(type), where), order), window))
}

/**
 * Ids of rows in the order of sort keys, which may be the order of an index.
 *
 * @param window undefined: all.
 */
export async function selectInOrder (
  type: SearchableType,
  context: Pick<SearchContext, 'database'>,
  where: SQL | undefined,
  keys: readonly SortKey[],
  window?: Window
): Promise<Int32Array> {
  const table = tableBy(keys[0]?.key)
  if (table === undefined) return await selectIds(type, context, where, orderBy(keys), window)
  const columns = keys.map(({ key }, at) => sql`${key} AS ${sql.identifier(`key${at}`)}`)
  const all = rows({ ...type, table }, sql.join([idOf(type), ...columns], sql`, `), where)
  return await numbersOf(context.database, inWindow(inOrder(all, orderBy(keys)), window))
}

/** Ids of a set in the order of sort keys, which the database looks up for each of them. */
export async function selectSorted (
  type: SearchableType, context: Pick<SearchContext, 'database'>, ids: Ids, keys: readonly SortKey[], window?: Window
): Promise<Int32Array> {
  return await selectIds(type, context, isAmong(type, ids), orderBy(keys), window)
}

const visibleOf = new WeakMap<SearchableType, ReturnType<typeof preparedIds>>()

/** The subset of `ids` that the viewer may see. */
export async function visibleAmong (
  type: SearchableType, context: Pick<SearchContext, 'database' | 'viewer'>, ids: readonly number[]
): Promise<Int32Array> {
  const { database, viewer } = context
  if (type.isAdded === true) {
    return await selectIds(type, context, and(scopeOf(type, context), isOneOf(type.table.id, ids)))
  }
  let visible = visibleOf.get(type)
  if (visible === undefined) {
    const which = (viewer: Viewer): SQL | undefined => and(scopeOf(type, { viewer }), isOneOf(type.table.id, IDS))
    visible = preparedIds((viewer) => rows(type, idOf(type), which(viewer)), preparedAtFirstUse)
    visibleOf.set(type, visible)
  }
  return await visible(database, viewer, bindings(ids, viewer))
}

const idOf = (type: SearchableType): SQL => sql`${type.table.id} AS id`

function inOrder (rows: SQL, order: readonly SQL[]): SQL {
  return order.length === 0 ? rows : sql`${rows} ORDER BY ${sql.join([...order], sql`, `)}`
}

/** SQLite supports OFFSET only together with LIMIT; the largest safe integer means no limit. */
function inWindow (rows: SQL, window: Window | undefined): SQL {
  if (window === undefined) return rows
  const limit = window.limit ?? Number.MAX_SAFE_INTEGER
  return sql`${rows} LIMIT ${limit} OFFSET ${Math.min(window.offset, Number.MAX_SAFE_INTEGER)}`
}

export async function count (
  type: SearchableType,
  { database }: Pick<SearchContext, 'database'>,
  where: SQL | undefined
): Promise<number> {
  const [row] = await database.values<[number]>(rows(type, sql`count(*)`, where))
  return row![0]
}

/** Whether two rows have the same key. */
export async function haveSameKey (
  type: SearchableType, { database }: Pick<SearchContext, 'database'>, { key }: SortKey, ids: readonly [number, number]
): Promise<boolean> {
  const keys = rows(type, sql`DISTINCT ${key} AS key`, isOneOf(type.table.id, ids))
  const [row] = await database.values<[number]>(sql`SELECT count(*) FROM (${keys}) AS keys`)
  return row![0] === 1
}

function rows ({ table, joins = [] }: Rows, columns: SQL, where: SQL | undefined): SQL {
  const joined = sql.join(joins.map(({ table, on }) => sql` INNER JOIN ${table} ON ${on}`))
  return sql`SELECT ${columns} FROM ${table}${joined}${where === undefined ? sql`` : sql` WHERE ${where}`}`
}
