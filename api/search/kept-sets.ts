import { idsOf, keysOf } from '../../db/ids.js'
import type { Extremes, KeptOn, SelectIds } from '../../db/search/criterion.js'
import { linkingTo } from '../../db/search/values.js'
import type { Viewer } from '../../db/search/viewer.js'
import type { AnswerCache } from '../cache/answer-cache.js'
import type { SearchContext } from './context.js'
import type { IdSource } from './criteria.js'
import { ExtremeKeys } from './extreme-keys.js'
import { Ids } from './ids.js'

/**
 * Ids of rows, which are kept. After a write only the rows that it touched are looked up again.
 *
 * @param select queries all ids, or the matching ones among the given.
 */
export async function keptIds (
  cache: AnswerCache,
  viewer: Viewer,
  name: string,
  select: (among?: readonly number[]) => Promise<Int32Array>
): Promise<Ids> {
  return await cache.byRow(
    viewer,
    name,
    async () => Ids.of(await select()),
    async (kept, touched) => await mended(kept, touched, select)
  )
}

/** The same ids after some resources have changed. @param select gives those of them that belong to it now. */
async function mended (
  kept: Ids, changed: readonly number[], select: (among: readonly number[]) => Promise<Int32Array>
): Promise<Ids> {
  return kept.without(Ids.of(Int32Array.from(changed))).or(Ids.of(await select(changed)))
}

/** If so many resources link to what was written, to look for all of them anew is faster. */
const MOST_LINKING = 1000

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

  async kept (name: string, select: SelectIds, dependsOn?: KeptOn): Promise<Ids> {
    const { cache, context: { database, viewer } } = this
    const ids = async (among?: readonly number[]) => await idsOf(database, select(among))
    if (dependsOn === undefined) return await keptIds(cache, viewer, `has ${name}`, ids)
    const make = async () => Ids.of(await ids())
    return await cache.byRow(viewer, `has ${name}`, make, async (kept, touched) => {
      const linking = await idsOf(database, linkingTo(touched, MOST_LINKING))
      if (linking.length === MOST_LINKING) return await make()
      return mended(kept, [...new Set([...touched, ...linking])], ids)
    })
  }

  async extremes (of: Extremes): Promise<ExtremeKeys> {
    const { cache, context: { database, viewer } } = this
    return await cache.byRow(viewer, `extremes ${of.name}`, async () => {
      const { ids, keys } = await keysOf(database, of.select())
      return ExtremeKeys.of(of, ids, keys)
    }, async (kept, touched) => {
      const { ids, keys } = await keysOf(database, of.select(touched))
      return kept.changed(touched, ids, keys)
    })
  }
}
