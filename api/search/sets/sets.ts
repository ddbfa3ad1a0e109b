import { and } from 'drizzle-orm'
import { resourcesLinkingTo } from '../../../db/query/conditions/values.js'
import { filterIds } from '../../../db/query/statements/id-sets.js'
import { idsOf, keysOf } from '../../../db/query/statements/prepared.js'
import {
  isSelective, type DependsOn, type Extremes, type SelectIds, type SetExpression
} from '../../../db/query/statements/set-expression.js'
import { ANONYMOUS_VIEWER, type Viewer } from '../../../db/query/statements/viewer.js'
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
  const source = visible.size <= LOOKUP_MAX_ROWS ? new FewResources(context, visible) : new CachedSets(context, visible)
  const found = visible.and(await evaluate(expression, source))
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
  const met = expression === undefined ? few : few.and(await evaluate(expression, new FewResources(context, few)))
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

/** Supplies the sets that expressions are composed of. */
interface IdSource {
  /** All rows that the viewer may see. */
  readonly visible: Ids
  ids (select: SelectIds): Promise<Ids>
  cached (expression: CachedExpression): Promise<Ids>
  extremes (of: Extremes): Promise<MinMaxColumn>
  /** Returns a source that supplies the part of each set that is among these ids. */
  among (ids: Ids): IdSource
}

/** Ids of the resources that meet an expression; there may be others among them that the viewer may not see. */
async function evaluate (expression: SetExpression, source: IdSource): Promise<Ids> {
  switch (expression.kind) {
    case 'ids': return await source.ids(expression.select)
    case 'cached': return await source.cached(expression)
    case 'extreme': return (await source.extremes(expression.of)).compared(expression.is, expression.than)
    case 'any': return await evaluateAny(expression.of, source)
    case 'all': return await evaluateAll(expression.of, source)
    case 'not': return source.visible.without(await evaluate(expression.of, source))
  }
}

/** If nearly all resources meet the first expressions, the next ones are evaluated for the others only. */
async function evaluateAny (expressions: readonly SetExpression[], source: IdSource): Promise<Ids> {
  let found = Ids.NONE
  for (const expression of expressions) {
    const others = found.size > source.visible.size / 2 ? source.visible.without(found) : undefined
    if (others?.size === 0) return found
    const rest = others !== undefined && others.size <= LOOKUP_MAX_ROWS ? source.among(others) : source
    found = found.or(await evaluate(expression, rest))
  }
  return found
}

/** What single rows decide comes last: if the result is small by then, only its rows are tested. */
async function evaluateAll (expressions: readonly SetExpression[], source: IdSource): Promise<Ids> {
  let found = source.visible
  for (const expression of expressions.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    const isLookup = isOfRow(expression) && found.size <= LOOKUP_MAX_ROWS
    found = found.and(await evaluate(expression, isLookup ? source.among(found) : source))
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

/** Evaluates expressions for a few resources: each is looked up in the database. */
class FewResources implements IdSource {
  readonly #ids: readonly number[]

  constructor (private readonly context: SearchContext, readonly visible: Ids) {
    this.#ids = Array.from(visible.toArray())
  }

  async ids (select: SelectIds): Promise<Ids> {
    return Ids.of(await idsOf(this.context.database, select(this.#ids)))
  }

  async cached ({ select }: CachedExpression): Promise<Ids> {
    return await this.ids(select)
  }

  async extremes (of: Extremes): Promise<MinMaxColumn> {
    const { ids, keys } = await keysOf(this.context.database, of.select(this.#ids))
    return MinMaxColumn.of(of, [], []).changed(this.#ids, ids, keys)
  }

  among (ids: Ids): IdSource {
    return new FewResources(this.context, ids)
  }
}

/** Evaluates expressions for all resources: sets that serve many searches are cached. */
class CachedSets implements IdSource {
  constructor (private readonly context: SearchContext, readonly visible: Ids) {}

  async ids (select: SelectIds): Promise<Ids> {
    return Ids.of(await idsOf(this.context.database, select()))
  }

  among (ids: Ids): IdSource {
    return new FewResources(this.context, ids)
  }

  async cached ({ name, select, isOfRow, dependsOn }: CachedExpression): Promise<Ids> {
    const context = isOfRow === true ? { ...this.context, viewer: ANONYMOUS_VIEWER } : this.context
    const { database } = context
    return await cachedSet(context, `has ${name}`, dependsOn ?? 'row',
      async (among) => Ids.of(await idsOf(database, select(among))))
  }

  async extremes (of: Extremes): Promise<MinMaxColumn> {
    const { database } = this.context
    return await cached(this.context, ANONYMOUS_VIEWER, `extremes ${of.name}`, async () => {
      const { ids, keys } = await keysOf(database, of.select())
      return MinMaxColumn.of(of, ids, keys)
    }, async (column, touched) => {
      const { ids, keys } = await keysOf(database, of.select(touched))
      return column.changed(touched, ids, keys)
    })
  }
}
