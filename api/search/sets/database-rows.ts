import { and, type SQL } from 'drizzle-orm'
import { selectNumbersWhere } from '../../../db/query/statements/select-by-ids.js'
import type { List } from '../../../db/query/statements/dialect-interface.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import type { SearchContext } from '../context/context.js'
import { selectPage, type CursorPage } from '../query/cursor.js'
import { rowsRanked, type Ranking } from '../full-text/ranking/full-text-search.js'
import type { Ranked } from '../full-text/ranking/ranked-documents.js'
import { Ids } from '../context/ids.js'
import type { RowSource } from './row-source.js'
import type { SearchableType } from '../query/searchable.js'
import { count, rowsAmong, scopeOf, selectIds, selectInOrder, type Selection } from '../query/selection.js'
import { orderBy, type SortKey } from '../query/sorting.js'
import type { Window } from '../context/window.js'

/** For more full-text hits than this, one list of all visible ids is faster than a lookup of each hit. */
const LOOKUP_MAX_HITS = 2000

/** Runs the steps of search plans in the database. */
export class DatabaseRows implements RowSource {
  constructor (readonly context: SearchContext) {}

  async count ({ type, where }: Selection): Promise<number> {
    return await count(type, this.context, where)
  }

  async matching ({ type, where }: Selection): Promise<Ids> {
    return Ids.of(await selectIds(type, this.context, where))
  }

  async visible (): Promise<undefined> {}

  async visibleForPage (): Promise<undefined> {}

  async page (
    { type, where }: Selection,
    keys: readonly SortKey[] | undefined,
    window: Window | undefined
  ): Promise<number[]> {
    return Array.from(await selectInOrder(type, this.context, where, keys, window))
  }

  async pageOf (
    type: SearchableType,
    ids: Ids,
    keys: readonly SortKey[] | undefined,
    window: Window | undefined
  ): Promise<number[]> {
    if (keys === undefined || window !== undefined) {
      return Array.from(await selectIds(type, this.context, isAmong(type, ids), orderBy(keys), window))
    }
    const inOrder = (among: List): SQL => rowsAmong(type, among, orderBy(keys))
    return Array.from(await selectNumbersWhere(this.context.database, inOrder, Array.from(ids.toArray())))
  }

  async pageAfter (
    { type, where }: Selection,
    page: CursorPage,
    ids?: Ids
  ): Promise<{ ids: number[]; next: string | undefined }> {
    return await selectPage(type, this.context, ids === undefined ? where : isAmong(type, ids), page)
  }

  /** @param isCached whether the rows that `visible` returns are cached. */
  async ranked (
    { type, key }: Selection,
    ranking: Ranking,
    others: SQL | undefined,
    visible: () => Promise<Ids | undefined>,
    end: number,
    isCached = false
  ): Promise<Ranked> {
    return await rowsRanked(ranking, this.context, {
      name: `${key} ranked`,
      visible: async () => others === undefined && isCached ? await visible() : undefined,
      among: async (ids) => {
        const all = others === undefined && ids.length > LOOKUP_MAX_HITS ? await visible() : undefined
        if (all !== undefined) return all
        const among = isOneOf(type.table.id, Array.from(ids))
        return Ids.of(await selectIds(type, this.context, and(scopeOf(type, this.context), others, among)))
      }
    }, end)
  }

  async byKeys (
    { type }: Selection, ids: Ids, keys: readonly SortKey[], _order: string, window: Window | undefined
  ): Promise<number[]> {
    return await this.pageOf(type, ids, keys, window)
  }

  async sorted ({ type }: Selection, ids: Ids, keys: readonly SortKey[]): Promise<Int32Array> {
    return await selectIds(type, this.context, isAmong(type, ids), orderBy(keys))
  }

  async inOrder ({ type }: Selection, ids: Ids, key: SortKey, window: Window | undefined): Promise<number[]> {
    const { direction } = key
    return await this.pageOf(type, ids, [key, { key: type.table.id, direction }], window)
  }

  /** Ids of all rows of a type, visible or not, ascending by a key that does not depend on the viewer. */
  async allInOrder (type: SearchableType, key: SortKey['key']): Promise<Int32Array> {
    const direction = 'asc'
    return await selectInOrder(type, this.context, type.scope, [{ key, direction }, { key: type.table.id, direction }])
  }
}

const isAmong = (type: SearchableType, ids: Ids): SQL => isOneOf(type.table.id, Array.from(ids.toArray()))
