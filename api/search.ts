import { and, eq, sql, type SQL } from 'drizzle-orm'
import { isOneOf } from '../db/sqlite.js'
import { Answer, BASE, type Representation } from './answer.js'
import type { Query } from './call.js'
import { cursorPageOf, selectPage } from './cursor.js'
import { BadRequestError } from './errors.js'
import { fieldsOf, thinned } from './fields.js'
import { byId } from './filters.js'
import { ranked, rankingOf, type Ranking } from './full-text/full-text-search.js'
import { modifiedOf } from './memory/memory.js'
import { toInteger } from './numbers.js'
import { databaseDate } from './representation/dates.js'
import type { ReadContext } from './representation/read-context.js'
import type { ResourceType, Scalar } from './resource-type.js'
import { orderBy, sortKeysOf } from './sorting.js'

/** Finds rows and shows a page of them (contract/search.md). @param pageSize rows a page when the query names none. */
export async function search (type: ResourceType, query: Query, context: ReadContext, pageSize: number): Promise<Answer> {
  const { memory, viewer } = context
  if (memory === undefined || query.sort_by === 'random') return await found(type, query, context, pageSize)
  const key = `${type.name} ${pageSize} ${JSON.stringify(query)}`
  const { position } = memory
  return memory.result<Answer>(viewer, key) ?? memory.keepResult(viewer, key, await found(type, query, context, pageSize), position)
}

async function found (type: ResourceType, query: Query, context: ReadContext, pageSize: number): Promise<Answer> {
  const where = conditionsOf(type, query, context)
  const keys = sortKeysOf(type, query, context)
  const cursorPage = cursorPageOf(type, query, context, keys, pageSize)
  const window = cursorPage === undefined ? windowOf(query, pageSize) : { limit: cursorPage.size, offset: 0 }
  const scalar = scalarOf(type, query)
  const fields = fieldsOf(query.fields)
  const shown = async (ids: readonly number[]): Promise<string> =>
    `[${(await documents(type, context, ids)).map((document) => thinned(document, fields).template).join(',')}]`

  // How relevant a row is changes with every write, so that no page could begin where another ended.
  const ranking = cursorPage === undefined ? await rankingOf(type.fullText, query, context) : undefined
  if (ranking !== undefined) {
    const all = await selectRanked(type, query, context, ranking)
    return new Answer(await shown(ranked(all, ranking, window ?? { offset: 0 })), { total: all.length })
  }
  const { ids, next } = cursorPage === undefined
    ? { ids: await selectIds(type, context, where, orderBy(keys), window), next: undefined }
    : await selectPage(type, context, where, cursorPage)
  const isAll = window === undefined || (cursorPage?.after === undefined && isShortFirstPage(window, ids.length))
  const total = isAll ? ids.length : await totalOf(type, query, context, where)
  return scalar === undefined
    ? new Answer(await shown(ids), { total, next })
    : new Answer(await scalarObject(type, context, ids, scalar), { total, next, isLinkedData: false })
}

/** Resources in the order of the ids; those that are not there are left out. */
export async function documents (type: ResourceType, context: ReadContext, ids: readonly number[]): Promise<Answer[]> {
  const { viewer } = context
  const memory = type.isRemembered === true ? context.memory : undefined
  const position = memory?.position ?? 0
  const known = new Map<number, Answer>()
  const unknown: number[] = []
  for (const id of ids) {
    const document = memory?.document(viewer, type.name, id)
    if (document === undefined) unknown.push(id)
    else known.set(id, document)
  }
  if (unknown.length > 0) {
    for (const [id, representation] of await type.represent(context, unknown)) {
      const answer = (): Answer => {
        const modified = modifiedOf(representation)
        return new Answer(JSON.stringify(heard(representation, context)), { id, modified })
      }
      known.set(id, memory?.keepDocument(viewer, type.name, id, representation, answer, position) ?? answer())
    }
  }
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** A representation as an application wants it, by the type that its address names: lists of several types have several. */
function heard (representation: Representation, { listeners }: ReadContext): Representation {
  if (listeners === undefined) return representation
  const name = String(representation['@id']).slice(`${BASE}/api/`.length).split('/', 1)[0]!
  return Object.hasOwn(listeners, name) ? listeners[name]!(representation) : representation
}

function conditionsOf (type: ResourceType, query: Query, context: ReadContext): SQL | undefined {
  const filters = { id: byId(type.table.id), ...type.filters }
  const asked = Object.entries(filters).map(([name, filter]) => query[name] === undefined ? undefined : filter(query[name], context, query))
  return and(type.scope, type.visible(context.viewer), ...asked)
}

interface Window { limit: number | undefined, offset: number }

/** The part of the result that is asked for; undefined when all of it is (contract/search.md §2.1). */
function windowOf (query: Query, pageSize: number): Window | undefined {
  const page = toInteger(query.page)
  if (page !== undefined) {
    const limit = Math.max(1, toInteger(query.per_page) ?? pageSize)
    return { limit, offset: (Math.max(1, page) - 1) * limit }
  }
  const limit = toInteger(query.limit)
  const offset = toInteger(query.offset)
  for (const [name, number] of Object.entries({ limit, offset })) {
    if (number !== undefined && number < 0) throw new BadRequestError(`"${name}" must be zero or more, ${number} given.`)
  }
  return limit === undefined && offset === undefined ? undefined : { limit, offset: offset ?? 0 }
}

/** A first page that is not full is the whole result. */
const isShortFirstPage = ({ limit, offset }: Window, found: number): boolean => offset === 0 && (limit === undefined || found < limit)

async function selectIds ({ table, joins = [] }: ResourceType, { database }: ReadContext, where: SQL | undefined, order: SQL[], window: Window | undefined): Promise<number[]> {
  const query = database.select({ id: sql<number>`${table.id}` }).from(table).$dynamic()
  for (const { table: joined, on } of joins) query.innerJoin(joined, on)
  query.where(where).orderBy(...order)
  // Every database wants a LIMIT before an OFFSET; a negative one is none.
  if (window !== undefined) query.limit(window.limit ?? Number.MAX_SAFE_INTEGER).offset(Math.min(window.offset, Number.MAX_SAFE_INTEGER))
  return (await query).map((row) => row.id)
}

/** Every id that is found, ascending: as one text, for there may be many, and beginning with the words, which are what narrows most. */
async function selectRanked (type: ResourceType, { fulltext_search: _, ...others }: Query, context: ReadContext, { rows }: Ranking): Promise<number[]> {
  const { table, joins = [] } = type
  const joined = sql.join(joins.map(({ table, on }) => sql`INNER JOIN ${table} ON ${on}`), sql` `)
  const [row] = await context.database.values<[string]>(sql`SELECT json_group_array(${table.id}) FROM (${rows}) AS found CROSS JOIN ${table} ${joined}
    WHERE ${and(eq(table.id, sql`found.id`), conditionsOf(type, others, context))}`)
  return (JSON.parse(row![0]) as number[]).sort((a, b) => a - b)
}

/** Parameters that choose among the rows found, not which are found. */
const NOT_FILTERS = new Set(['page', 'per_page', 'limit', 'offset', 'sort_by', 'sort_order', 'sort_by_default', 'sort_order_default', 'cursor', 'fields', 'return_scalar', 'pretty_print', 'callback', 'format'])

/** How many rows there are on all pages; remembered, for all pages have as many. */
async function totalOf (type: ResourceType, query: Query, context: ReadContext, where: SQL | undefined): Promise<number> {
  const { memory, viewer } = context
  if (memory === undefined) return await count(type, context, where)
  const key = `${type.name} total ${JSON.stringify(Object.entries(query).filter(([name]) => !NOT_FILTERS.has(name)))}`
  const { position } = memory
  return memory.result<number>(viewer, key) ?? memory.keepResult(viewer, key, await count(type, context, where), position)
}

async function count ({ table, joins = [] }: ResourceType, { database }: ReadContext, where: SQL | undefined): Promise<number> {
  const query = database.select({ total: sql<number>`count(*)` }).from(table).$dynamic()
  for (const { table: joined, on } of joins) query.innerJoin(joined, on)
  const [row] = await query.where(where)
  return row?.total ?? 0
}

function scalarOf (type: ResourceType, { return_scalar: name }: Query): Scalar | undefined {
  if (name === undefined || name === '') return undefined
  if (typeof name === 'string' && Object.hasOwn(type.scalars, name)) return type.scalars[name]
  throw new BadRequestError(`The "${String(name)}" field is not available in the Omeka\\Api\\Adapter\\${type.entity}Adapter adapter class. Available: ${Object.keys(type.scalars).join(', ') || 'none'}.`)
}

/** Written by hand: a JSON object keeps the result's order in its text, a JavaScript object would not. */
async function scalarObject ({ table, joins = [] }: ResourceType, { database }: ReadContext, ids: readonly number[], { column, as }: Scalar): Promise<string> {
  if (ids.length === 0) return '[]'
  const query = database.select({ id: sql<number>`${table.id}`, scalar: as === 'json' ? sql`${column}` : sql`${column}`.mapWith(column) }).from(table).$dynamic()
  for (const { table: joined, on } of joins) query.innerJoin(joined, on)
  const rows = new Map<number, unknown>()
  for (const row of await query.where(isOneOf(table.id, ids))) rows.set(row.id, row.scalar)
  const shown = (raw: unknown): unknown => as === 'date' && raw !== null ? databaseDate(raw as number) : raw
  return `{${ids.filter((id) => rows.has(id)).map((id) => `"${id}":${JSON.stringify(shown(rows.get(id)))}`).join(',')}}`
}
