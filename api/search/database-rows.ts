import { and, type SQL } from 'drizzle-orm'
import { numbersOf } from '../../db/ids.js'
import { ownedBy, propertyOrder, sortEntryCounts, sortEntryId } from '../../db/search/order.js'
import type { RankedIds } from '../../db/search/relevance.js'
import { isOneOf } from '../../db/sqlite.js'
import type { SearchContext } from './context.js'
import { selectPage, type CursorPage } from './cursor.js'
import { rowsRanked, type Ranking } from './full-text/full-text-search.js'
import { IdSet } from './id-set.js'
import type { RowSource } from './row-source.js'
import type { SearchableType } from './searchable.js'
import { count, scopeOf, selectIds, type Selection } from './selection.js'
import { orderBy, type SortKey } from './sorting.js'
import type { Window } from './window.js'

/** For more full-text hits than this, one list of all visible ids is faster than a lookup of each hit. */
const MANY = 2000

/** Runs the steps of search plans in the database. */
export class DatabaseRows implements RowSource {
  constructor (readonly context: SearchContext) {}

  async count ({ type, where }: Selection): Promise<number> {
    return await count(type, this.context, where)
  }

  async matching ({ type, where }: Selection): Promise<Int32Array> {
    return (await selectIds(type, this.context, where)).sort()
  }

  async visible (): Promise<undefined> {}

  async visibleForPage (): Promise<undefined> {}

  async page (
    { type, where }: Selection,
    keys: readonly SortKey[] | undefined,
    window: Window | undefined
  ): Promise<number[]> {
    return Array.from(await selectIds(type, this.context, where, orderBy(keys), window))
  }

  async pageOf (
    type: SearchableType,
    ids: Int32Array,
    keys: readonly SortKey[] | undefined,
    window: Window | undefined
  ): Promise<number[]> {
    return Array.from(await selectIds(type, this.context, isAmong(type, ids), orderBy(keys), window))
  }

  async pageAfter (
    { type, where }: Selection,
    page: CursorPage,
    ids?: Int32Array
  ): Promise<{ ids: number[]; next: string | undefined }> {
    return await selectPage(type, this.context, ids === undefined ? where : isAmong(type, ids), page)
  }

  async ranked (
    { type }: Selection, ranking: Ranking, others: SQL | undefined, visible: () => Promise<Int32Array | undefined>
  ): Promise<RankedIds> {
    return await rowsRanked(ranking, this.context, async (ids) => {
      const all = others === undefined && ids.length > MANY ? await visible() : undefined
      if (all === undefined) {
        return (
          await selectIds(type, this.context, and(scopeOf(type, this.context), others, isAmong(type, ids)))
        ).sort()
      }
      const isVisible = new IdSet(all)
      return ids.filter((id) => isVisible.has(id))
    })
  }

  async sorted ({ type }: Selection, ids: Int32Array, keys: readonly SortKey[]): Promise<Int32Array> {
    return await selectIds(type, this.context, isAmong(type, ids), orderBy(keys))
  }

  async arranged (
    _selection: Selection,
    ids: Int32Array,
    _key: SortKey,
    sequence: () => Promise<Int32Array>
  ): Promise<Int32Array> {
    return inOrderOf(await sequence(), ids)
  }

  async sequence (type: SearchableType, { key }: SortKey): Promise<Int32Array> {
    return await selectIds(
      type,
      this.context,
      type.scope,
      orderBy([
        { key, direction: 'asc' },
        { key: type.table.id, direction: 'asc' }
      ])
    )
  }

  async propertyEntries (propertyId: number): Promise<Int32Array> {
    return await numbersOf(this.context.database, propertyOrder(propertyId))
  }

  async entryFilter (): Promise<(entry: number) => boolean> {
    const { database, viewer } = this.context
    if (viewer.viewsAll || viewer.id === null) return (entry) => sortEntryCounts(entry, viewer.viewsAll)
    const own = new IdSet(await numbersOf(database, ownedBy(viewer.id)))
    return (entry) => sortEntryCounts(entry, own.has(sortEntryId(entry)))
  }
}

const isAmong = (type: SearchableType, ids: Int32Array): SQL => isOneOf(type.table.id, Array.from(ids))

/** Ids in the order of `sequence`, after those that are not in it. @param ids ascending. */
function inOrderOf (sequence: Int32Array, ids: Int32Array): Int32Array {
  const missing = new IdSet(ids)
  const sorted = new Int32Array(ids.length)
  let at = ids.length
  for (let next = sequence.length - 1; next >= 0; next--) {
    const id = sequence[next]!
    if (!missing.has(id)) continue
    missing.delete(id)
    sorted[--at] = id
  }
  for (let next = ids.length - 1; at > 0; next--) {
    if (missing.has(ids[next]!)) sorted[--at] = ids[next]!
  }
  return sorted
}
