import type { SQL } from 'drizzle-orm'
import type { List } from '../../../db/query/statements/engine-words.js'
import { idsAmong, keysAmong } from '../../../db/query/statements/among.js'
import { isAnyIn } from '../../../db/query/statements/id-sets.js'
import { idsInLists, idsOf, keysOf } from '../../../db/query/statements/ids.js'
import type { DependsOn, Extremes, SelectIds } from '../../../db/query/statements/criterion.js'
import { linkingTo } from '../../../db/query/conditions/values.js'
import { EVERYBODY, type Viewer } from '../../../db/query/statements/viewer.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import type { SearchContext } from '../context/context.js'
import type { IdSource, KeptCriterion } from './criteria.js'
import { ExtremeKeys } from './extreme-keys.js'
import { Ids } from '../context/ids.js'

/**
 * Ids of rows, which are kept. After a write only the rows that it touched are looked up again. As long as none of
 * those belonged or belongs to them, it is the very same object.
 *
 * @param select queries all ids, or the matching ones among the given. @param find finds all, by default by `select`.
 */
export async function keptIds (
  cache: AnswerCache,
  viewer: Viewer,
  name: string,
  select: (among?: readonly number[]) => Promise<Int32Array>,
  find: () => Promise<Ids> = async () => Ids.of(await select())
): Promise<Ids> {
  return await cache.sets.get(
    viewer,
    name,
    find,
    async (kept, touched) => mended(kept, touched, Ids.of(await select(touched)))
  )
}

/** Ids of which some were looked up again; the same object if none of those belonged or belongs to them. */
function mended (kept: Ids, touched: readonly number[], now: Ids): Ids {
  return now.size === 0 && !isAnyIn(touched, kept) ? kept : kept.changed(Int32Array.from(touched), now)
}

/** More resources than this are not tested again because what they link to was written. */
const MOST_LINKING = 2000

/**
 * Ids of the rows that a search matches, which are kept and mended like `keptIds`.
 *
 * @param dependsOn what decides whether a row matches. @param find finds all, or the matching ones among the given.
 */
export async function keptMatches (
  cache: AnswerCache,
  context: SearchContext,
  name: string,
  dependsOn: DependsOn,
  find: (among?: readonly number[]) => Promise<Ids>
): Promise<Ids> {
  return await cache.sets.get(context.viewer, name, find, async (kept, touched) => {
    const among = await affectedBy(context, dependsOn, touched)
    return among && mended(kept, among, await find(among))
  })
}

/** The rows about which a write may decide, ascending; undefined: they are many. @param touched what it touched. */
async function affectedBy (
  { database }: SearchContext, dependsOn: DependsOn, touched: readonly number[]
): Promise<readonly number[] | undefined> {
  if (dependsOn === 'row') return touched
  const linking = await idsAmong(database, linkingToAny, touched)
  if (linking.length > MOST_LINKING) return undefined
  return linking.length === 0 ? touched : [...new Set([...touched, ...linking])].sort((a, b) => a - b)
}

const linkingToAny = (ids: List): SQL => linkingTo(ids, MOST_LINKING + 1)

/** Sets for criteria, about few resources. */
export class FewResources implements IdSource {
  /** @param resources their ids, ascending. */
  constructor (private readonly context: SearchContext, private readonly resources: readonly number[]) {}

  async ids (select: SelectIds): Promise<Ids> {
    return Ids.of(await idsAmong(this.context.database, select, this.resources))
  }

  async kept ({ select }: KeptCriterion): Promise<Ids> {
    return await this.ids(select)
  }

  async extremes (of: Extremes): Promise<ExtremeKeys> {
    const { ids, keys } = await keysAmong(this.context.database, of.select, this.resources)
    return ExtremeKeys.of(of, ids, keys)
  }

  async visible (): Promise<Ids> {
    return Ids.of(Int32Array.from(this.resources))
  }

  among (ids: Ids): IdSource {
    return new FewResources(this.context, Array.from(ids.toArray()))
  }
}

/** Sets for criteria, of which those that serve many searches are kept. */
export class KeptSets implements IdSource {
  /** @param visible gives all rows that the viewer may see. */
  constructor (
    private readonly context: SearchContext,
    private readonly cache: AnswerCache,
    readonly visible: () => Promise<Ids>
  ) {}

  async ids (select: SelectIds): Promise<Ids> {
    return Ids.of(await idsOf(this.context.database, select()))
  }

  among (ids: Ids): IdSource {
    return new FewResources(this.context, Array.from(ids.toArray()))
  }

  async kept ({ name, select, lists, isOfRow, dependsOn }: KeptCriterion): Promise<Ids> {
    const { cache } = this
    const context = isOfRow === true ? { ...this.context, viewer: EVERYBODY } : this.context
    const { database } = context
    const all = async (): Promise<Int32Array> =>
      lists === undefined ? await idsOf(database, select()) : await idsInLists(database, lists())
    return await keptMatches(cache, context, `has ${name}`, dependsOn ?? 'row', async (among) =>
      Ids.of(among === undefined ? await all() : await idsAmong(database, select, among)))
  }

  async extremes (of: Extremes): Promise<ExtremeKeys> {
    const { cache, context: { database } } = this
    return await cache.sets.get(EVERYBODY, `extremes ${of.name}`, async () => {
      const { ids, keys } = await keysOf(database, of.select())
      return ExtremeKeys.of(of, ids, keys)
    }, async (kept, touched) => {
      const { ids, keys } = await keysAmong(database, of.select, touched)
      return kept.changed(touched, ids, keys)
    })
  }
}
