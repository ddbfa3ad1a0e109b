import { resourcesLinkingTo } from '../../../db/query/conditions/values.js'
import { idsOf, keysOf } from '../../../db/query/statements/ids.js'
import type { DependsOn, Extremes, SelectIds, SetExpression } from '../../../db/query/statements/set-expression.js'
import { ANONYMOUS_VIEWER, type Viewer } from '../../../db/query/statements/viewer.js'
import type { IdSet } from '../../cache/id-set-cache.js'
import type { SearchContext } from '../context/context.js'
import { Ids } from '../context/ids.js'
import { MinMaxColumn } from './min-max-column.js'

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

/** Up to this many resources are looked up one by one instead of making the set of all that meet an expression. */
const LOOKUP_MAX_RESOURCES = 500

/** Ids of the resources that meet an expression; there may be others among them that the viewer may not see. */
export async function evaluate (expression: SetExpression, source: IdSource): Promise<Ids> {
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
    const rest = others !== undefined && others.size <= LOOKUP_MAX_RESOURCES ? source.among(others) : source
    found = found.or(await evaluate(expression, rest))
  }
  return found
}

/** What single rows decide comes last: if the result is small by then, only its rows are tested. */
async function evaluateAll (expressions: readonly SetExpression[], source: IdSource): Promise<Ids> {
  let found = source.visible
  for (const expression of expressions.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    const isLookup = isOfRow(expression) && found.size <= LOOKUP_MAX_RESOURCES
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
export class FewResources implements IdSource {
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
export class CachedSets implements IdSource {
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
