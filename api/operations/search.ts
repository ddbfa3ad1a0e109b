import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/query/statements/dialect.js'
import type { Scalars } from '../../schemas/shared/facets.js'
import { Answer, type Representation } from '../core/answers/answer.js'
import { cached, type Parts } from '../cache/answer-cache.js'
import type { Query } from '../core/calls/call.js'
import { nouns } from '../core/text/nouns.js'
import { databaseDate } from '../core/answers/dates.js'
import { BadRequestError } from '../core/calls/errors.js'
import { partsOf } from '../core/sequence/pages.js'
import type { ReadContext } from '../resources/definition/read-context.js'
import { representMany, stillVisible } from './represent.js'
import type { ResourceType } from '../resources/definition/resource-type.js'
import { find } from '../search/find.js'
import { fieldPicker, fieldsOf } from '../search/query/fields.js'
import { scopeOf } from '../search/query/selection.js'
import type { Scalar } from '../search/query/searchable.js'
import type { SearchResult } from '../search/context/context.js'
import type { Actor } from '../core/calls/actor.js'
import { onlyRanks } from '../search/full-text/ranking/full-text-search.js'
import type { Services } from '../resources/definition/services.js'

/** A resource type with the filters that the application adds to it. */
export function withAddedFilters (type: ResourceType, { extensions }: Services): ResourceType {
  const added = extensions.filters?.[type.name]
  return added === undefined ? type : { ...type, isExtension: true, filters: { ...type.filters, ...added } }
}

/** A query as the query listener of the application changes it. */
export function listenedQuery (type: ResourceType, query: Query, actor: Actor, { extensions }: Services): Query {
  return extensions.queries?.[type.name]?.(query, actor) ?? query
}

/**
 * Waits until the full-text index is up to date, if a query needs it.
 *
 * @param isSearch whether only rows are searched, nothing counted or exported.
 */
export async function untilIndexed (
  type: ResourceType, query: Query, { indexes, readsTexts }: Services, isSearch = false
): Promise<void> {
  if (query.fulltext_search === undefined || indexes.isSettled) return
  if (isSearch && readsTexts && onlyRanks(type, query)) await indexes.settleAllButFew()
  else await indexes.settle()
}

/** What a list of the cache is found by, for one viewer. */
export function listName (type: ResourceType, query: Query, pageSize: number): string {
  return `${type.name} ${pageSize} ${JSON.stringify(query)}`
}

/** What a search answers: representations, or values by id with `return_scalar`. The query decides which. */
export type Found = Representation[] & Scalars

/**
 * Finds rows and represents a page of them (docs/contract/search.md).
 *
 * @param name what the answer is found by in the cache.
 */
export async function search (
  type: ResourceType, query: Query, context: ReadContext, name = listName(type, query, context.pageSize ?? 0)
): Promise<Answer<Found>> {
  const { viewer, version, pageSize = 0 } = context
  const scalar = scalarOf(type, query)
  const fields = query.fields === undefined ? undefined : fieldsOf(query.fields)
  const cache = query.sort_by === 'random' ? undefined : context.cache
  const found = async (): Promise<SearchResult> => await find(type, query, context, pageSize)
  if (scalar !== undefined) {
    const scalars = async (): Promise<Answer> => await scalarAnswer(type, context, await found(), scalar)
    return await cached(cache, viewer, name, scalars) as Answer<Found>
  }
  if (fields !== undefined) {
    const picked = async (): Promise<Answer> => {
      const { ids, ...facts } = await found()
      const all = await representMany(type, context, ids, [], fieldPicker(fields))
      return Answer.list(all, { ...facts, mount: context.mount })
    }
    return await cached(cache, viewer, name, picked) as Answer<Found>
  }
  const list = async (before: readonly Answer[]): Promise<Parts> => {
    const { ids, total, next, ignored } = await found()
    const of = await representMany(type, context, ids, before)
    const facts = { total, next, ignored, mount: context.mount }
    return { of, facts, join: () => Answer.list(of, { ...facts, parts: of }) }
  }
  const answer = cache === undefined ? (await list([])).join() : await cache.list(viewer, name, list, version)
  return answer as Answer<Found>
}

function scalarOf (type: ResourceType, { return_scalar: name }: Query): Scalar | undefined {
  if (name === undefined || name === '') return undefined
  if (typeof name === 'string' && Object.hasOwn(type.scalars, name)) return type.scalars[name]
  const available = Object.keys(type.scalars).join(', ') || 'none'
  if (typeof name !== 'string') throw new BadRequestError(`"return_scalar" must be one name. Available: ${available}.`)
  throw new BadRequestError(`Of ${nouns(type.entity)} there is no "${name}" to return. Available: ${available}.`)
}

async function scalarAnswer (
  type: ResourceType,
  context: ReadContext,
  { ids, total, next, ignored }: SearchResult,
  scalar: Scalar
): Promise<Answer> {
  const text = await scalarObject(type, context, ids, scalar)
  return new Answer(text, { total, next, ignored, isLinkedData: false, mount: context.mount })
}

/** Number of scalars that are read before other requests are served. */
const BATCH_SCALARS = 2000

/** Written as text, because a JavaScript object would sort the ids, which must stay in the order of the result. */
async function scalarObject (
  type: ResourceType, context: ReadContext, ids: readonly number[], scalar: Scalar
): Promise<string> {
  const shown = (raw: unknown): unknown => scalar.as === 'date' && raw !== null ? databaseDate(raw as number) : raw
  const members: string[] = []
  for (const [at, some] of [...partsOf(ids, BATCH_SCALARS)].entries()) {
    if (at > 0) await nextTurn()
    const visible = await stillVisible(type, context, some, context.version)
    const rows = await scalarsOf(type, context, visible, scalar)
    for (const id of visible) if (rows.has(id)) members.push(`"${id}":${JSON.stringify(shown(rows.get(id)))}`)
  }
  return members.length === 0 ? '[]' : `{${members.join(',')}}`
}

/** Scalars as the database returns them, by id. */
async function scalarsOf (
  type: ResourceType, context: ReadContext, ids: readonly number[], { column, as }: Scalar
): Promise<Map<number, unknown>> {
  const { table, joins = [] } = type
  const { database, viewer } = context
  const isRaw = typeof column === 'function' || as === 'json'
  const selected = sql`${typeof column === 'function' ? column(viewer) : column}`
  const scalar = isRaw ? selected : selected.mapWith(column)
  const query = database.select({ id: sql<number>`${table.id}`, scalar }).from(table).$dynamic()
  for (const { table: joined, on } of joins) query.innerJoin(joined, on)
  const scope = context.mayBeBehind === true ? scopeOf(type, context) : undefined
  const rows = await query.where(and(isOneOf(table.id, ids), scope))
  return new Map(rows.map(({ id, scalar }) => [id, scalar]))
}
