import { and } from 'drizzle-orm'
import { resourcesLinkingTo } from '../../../db/query/conditions/values.js'
import { filterIds } from '../../../db/query/statements/id-sets.js'
import { idsOf, keysOf, numbersOf } from '../../../db/query/statements/prepared.js'
import {
  isSelective, type DependsOn, type Extremes, type SetExpression
} from '../../../db/query/statements/set-expression.js'
import { ANONYMOUS_VIEWER, hiddenTargets, ownedBy, type Viewer } from '../../../db/query/statements/viewer.js'
import type { IdSet } from '../../cache/id-set-cache.js'
import { offload, type SearchContext } from '../context/context.js'
import { Ids } from '../context/ids.js'
import type { SearchableType } from '../query/searchable.js'
import { count, isAmong, scopeOf, selectIds, visibleAmong, type Selection } from '../query/selection.js'
import { MinMaxColumn } from './min-max-column.js'

// Which rows match. With a cache, sets of ids are shared by the pages of a search, and by similar searches; without
// one, in a transaction for example, the database finds them.

/** Up to this many rows are looked up in the database, one by one, to test whether they meet a condition. */
const LOOKUP_MAX_ROWS = 500
/** This limit as a share of all visible rows, for conditions that only the database can test. */
const LOOKUP_MAX_SHARE = 0.05

/** Ids of all rows that match. */
export async function allIds (selection: Selection, context: SearchContext): Promise<Ids> {
  const visible = selection.isFiltered ? undefined : await visibleIds(selection.type, context)
  if (visible !== undefined) return visible
  if (context.cache === undefined) return await selected(selection, context)
  const name = `${selection.key} found`
  const { dependsOn } = selection
  const find = async (among?: readonly number[]): Promise<Ids> =>
    await (among === undefined ? found(selection, context) : foundAmong(selection, context, among))
  return await (dependsOn === undefined
    ? cached(context, context.viewer, name, async () => await find())
    : cachedSet(context, name, dependsOn, find))
}

async function selected ({ type, where }: Selection, context: SearchContext): Promise<Ids> {
  return Ids.of(await selectIds(type, context, where))
}

/** Indexes answer equality and links as quickly as sets do; everything else is composed of cached sets. */
async function found (selection: Selection, context: SearchContext): Promise<Ids> {
  const { type, expression, others } = selection
  if (expression === undefined || isSelective(expression) || type.hasIdList !== true) {
    return await selected(selection, context)
  }
  const visible = (await visibleIds(type, context))!
  const scope = visible.size <= LOOKUP_MAX_ROWS ? fewRows(context, visible) : { context, visible }
  const found = visible.and(await evaluate(expression, scope))
  if (others === undefined || found.size === 0) return found
  const isSmall = found.size <= Math.max(LOOKUP_MAX_ROWS, visible.size * LOOKUP_MAX_SHARE)
  const where = and(scopeOf(type, context), others, isSmall ? isAmong(type, found) : undefined)
  const met = Ids.of(await selectIds(type, context, where))
  return isSmall ? met : met.and(found)
}

/** @param among ids, ascending. */
async function foundAmong (
  { type, expression, others }: Selection, context: SearchContext, among: readonly number[]
): Promise<Ids> {
  const few = Ids.of(Int32Array.from(among))
  const met = expression === undefined ? few : few.and(await evaluate(expression, fewRows(context, few)))
  if (met.size === 0) return Ids.NONE
  // The cached list is patched once per write for all searches, which saves a query for each.
  const visible = others === undefined ? await visibleIfCached(type, context) : undefined
  if (visible !== undefined) return Ids.of(Int32Array.from(filterIds(met.toArray(), visible)))
  const where = and(scopeOf(type, context), others, isAmong(type, met))
  return Ids.of(await selectIds(type, context, where))
}

/** The number of rows that match a selection without filters. */
export async function countVisible ({ type, where }: Selection, context: SearchContext): Promise<number> {
  // Slower than counting in the database, but only once, and a worker makes the set if there are many rows.
  return (await visibleIds(type, context))?.size ?? await count(type, context, where)
}

/** Ids of all visible rows of the type; undefined when they cannot be cached. */
export async function visibleIds (type: SearchableType, context: SearchContext): Promise<Ids | undefined> {
  if (type.hasIdList !== true || context.cache === undefined) return undefined
  const all = async (): Promise<Ids> => Ids.of(await selectIds(type, context, scopeOf(type, context)))
  return await cachedSet(context, type.name, 'row', async (among) => among === undefined
    ? Ids.received(await offload(type, {}, context, { kind: 'match' }, all))
    : Ids.of(await visibleAmong(type, context, among)))
}

/** Like `visibleIds`, but undefined if the ids would have to be read first. */
export async function visibleIfCached (type: SearchableType, context: SearchContext): Promise<Ids | undefined> {
  const isCached = context.cache?.sets.has(context.viewer, type.name) === true
  return isCached ? await visibleIds(type, context) : undefined
}

/** An expression whose ids are cached. */
type CachedExpression = Extract<SetExpression, { kind: 'cached' }>

/** The rows for which an expression is evaluated. */
interface Scope {
  readonly context: SearchContext
  readonly visible: Ids
  /** The ids of few rows, ascending: each is looked up in the database. Absent: cached sets of all rows are used. */
  readonly among?: readonly number[]
}

const fewRows = (context: SearchContext, visible: Ids): Scope =>
  ({ context, visible, among: Array.from(visible.toArray()) })

/** Ids of the rows that meet an expression; there may be others among them that the viewer may not see. */
async function evaluate (expression: SetExpression, scope: Scope): Promise<Ids> {
  switch (expression.kind) {
    case 'ids': return Ids.of(await idsOf(scope.context.database, expression.select(scope.among)))
    case 'cached': return await evaluateCached(expression, scope)
    case 'extreme': return (await columnOf(expression.of, scope)).compared(expression.is, expression.than)
    case 'any': return await evaluateAny(expression.of, scope)
    case 'all': return await evaluateAll(expression.of, scope)
    case 'not': return scope.visible.without(await evaluate(expression.of, scope))
  }
}

async function evaluateCached (
  { name, select, isOfRow, dependsOn }: CachedExpression, { context, among }: Scope
): Promise<Ids> {
  const find = async (some?: readonly number[]): Promise<Ids> => Ids.of(await idsOf(context.database, select(some)))
  if (among !== undefined) return await find(among)
  const shared = isOfRow === true ? { ...context, viewer: ANONYMOUS_VIEWER } : context
  return await cachedSet(shared, `has ${name}`, dependsOn ?? 'row', find)
}

async function columnOf (of: Extremes, { context, among }: Scope): Promise<MinMaxColumn> {
  const patched = async (column: MinMaxColumn, touched: readonly number[]): Promise<MinMaxColumn> => {
    const { ids, keys } = await keysOf(context.database, of.select(touched))
    return column.changed(touched, ids, keys)
  }
  if (among !== undefined) return await patched(MinMaxColumn.of(of, [], []), among)
  return await cached(context, ANONYMOUS_VIEWER, `extremes ${of.name}`, async () => {
    const { ids, keys } = await keysOf(context.database, of.select())
    return MinMaxColumn.of(of, ids, keys)
  }, patched)
}

/** If nearly all resources meet the first expressions, the next ones are evaluated for the others only. */
async function evaluateAny (expressions: readonly SetExpression[], scope: Scope): Promise<Ids> {
  let found = Ids.NONE
  for (const expression of expressions) {
    const others = found.size > scope.visible.size / 2 ? scope.visible.without(found) : undefined
    if (others?.size === 0) return found
    const rest = others !== undefined && others.size <= LOOKUP_MAX_ROWS ? fewRows(scope.context, others) : scope
    found = found.or(await evaluate(expression, rest))
  }
  return found
}

/** What single rows decide comes last: if the result is small by then, only its rows are tested. */
async function evaluateAll (expressions: readonly SetExpression[], scope: Scope): Promise<Ids> {
  let found = scope.visible
  for (const expression of expressions.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    const isLookup = isOfRow(expression) && found.size <= LOOKUP_MAX_ROWS
    found = found.and(await evaluate(expression, isLookup ? fewRows(scope.context, found) : scope))
    if (found.size === 0) return found
  }
  return found
}

const isOfRow = (expression: SetExpression): boolean => expression.kind === 'cached' && expression.isOfRow === true

const turnOf = (expression: SetExpression): number => expression.kind === 'not' ? 2 : Number(isOfRow(expression))

/** If more resources than this link to written ones, a set that depends on titles of links is made again. */
const LINKING_MAX_RESOURCES = 2000

/** Data of searches from the cache (`IdSetCache.get`); without a cache it is made each time. */
export async function cached<T extends IdSet> (
  { cache, version }: SearchContext,
  viewer: Viewer,
  name: string,
  make: () => Promise<T>,
  patch?: (set: T, touched: readonly number[]) => Promise<T | undefined>
): Promise<T> {
  return await (cache === undefined ? make() : cache.sets.get(viewer, name, make, patch, version))
}

/**
 * A cached set of ids of rows. After a write only the rows that it may have changed are looked up again.
 *
 * @param dependsOn what decides whether a row is in the set. @param find finds all, or the matching ones among the
 *   given.
 */
export async function cachedSet (
  context: SearchContext, name: string, dependsOn: DependsOn, find: (among?: readonly number[]) => Promise<Ids>
): Promise<Ids> {
  return await cached(context, context.viewer, name, find, async (ids, touched) => {
    const among = await affectedBy(context, dependsOn, touched)
    return among && ids.changed(Int32Array.from(among), await find(among))
  })
}

/** The rows whose membership a write may change, ascending; undefined: too many. @param touched rows it touched. */
async function affectedBy (
  { database }: SearchContext, dependsOn: DependsOn, touched: readonly number[]
): Promise<readonly number[] | undefined> {
  if (dependsOn === 'row') return touched
  const linking = await resourcesLinkingTo(database, touched, LINKING_MAX_RESOURCES + 1)
  if (linking.length > LINKING_MAX_RESOURCES) return undefined
  return linking.length === 0 ? touched : [...new Set([...touched, ...linking])].sort((a, b) => a - b)
}

/**
 * Ids of the viewer's own resources, or of those to which links are hidden from the viewer.
 *
 * @param among limits them to these ids.
 */
export async function readViewerIds (
  kind: 'own' | 'hidden', { database, viewer }: Pick<SearchContext, 'database' | 'viewer'>, among?: readonly number[]
): Promise<Ids> {
  return Ids.of(await numbersOf(database, kind === 'own' ? ownedBy(viewer.id!, among) : hiddenTargets(viewer, among)))
}

/** Like `readViewerIds`, cached, and first read in a worker. */
export async function viewerIds (kind: 'own' | 'hidden', context: SearchContext): Promise<Ids> {
  return await cachedSet(context, `has ${kind}`, 'row', async (among) => {
    const here = async (): Promise<Ids> => await readViewerIds(kind, context, among)
    return among === undefined ? Ids.received(await offload({ name: 'resources' }, {}, context, { kind }, here)) : await here()
  })
}
