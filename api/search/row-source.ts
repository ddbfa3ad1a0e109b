import type { SQL } from 'drizzle-orm'
import type { RankedIds } from '../../db/search/relevance.js'
import type { CursorPage } from './cursor.js'
import type { Ranking } from './full-text/full-text-search.js'
import type { SearchableType } from './searchable.js'
import type { Selection } from './selection.js'
import type { SortKey } from './sorting.js'
import type { Window } from './window.js'

/**
 * The steps that search plans consist of, for one viewer: run by the database (DatabaseRows), or cached (CachedRows).
 */
export interface RowSource {
  count (selection: Selection): Promise<number>
  /** Ids of all rows that match, ascending. */
  matching (selection: Selection): Promise<Int32Array>
  /** Ids of all rows of the type that are visible, ascending; undefined where no such list is cached. */
  visible (type: SearchableType): Promise<Int32Array | undefined>
  /** The same, if using the whole list is faster than reading one page from the database; otherwise undefined. */
  visibleForPage (selection: Selection, window: Window | undefined): Promise<Int32Array | undefined>

  /** Ids on a page of the rows that match, as the database sorts them. @param keys undefined: in random order. */
  page (selection: Selection, keys: readonly SortKey[] | undefined, window: Window | undefined): Promise<number[]>
  /** The same, among given ids of a type. */
  pageOf(
    type: SearchableType,
    ids: Int32Array,
    keys: readonly SortKey[] | undefined,
    window: Window | undefined
  ): Promise<number[]>
  /** The ids after a cursor, and the cursor of the next page. @param ids absent: all that match. */
  pageAfter(
    selection: Selection,
    page: CursorPage,
    ids?: Int32Array
  ): Promise<{ ids: number[]; next: string | undefined }>

  /** All rows that match, with their relevance. @param visible calls `visible()` above. */
  ranked(
    selection: Selection,
    ranking: Ranking,
    others: SQL | undefined,
    visible: () => Promise<Int32Array | undefined>
  ): Promise<RankedIds>
  /** The ids, sorted by the database. @param order identifies the keys in cache keys. */
  sorted (selection: Selection, ids: Int32Array, keys: readonly SortKey[], order: string): Promise<Int32Array>
  /** The ids, sorted by their position in an order of all rows. @param sequence gives that order. */
  arranged(
    selection: Selection,
    ids: Int32Array,
    key: SortKey,
    sequence: () => Promise<Int32Array>
  ): Promise<Int32Array>
  /** Ids of all rows of a type, visible or not, ascending by a key that is the same for every viewer. */
  sequence (type: SearchableType, key: SortKey): Promise<Int32Array>
  /** The sort entries of a property, for all viewers, encoded as in `propertyOrder` (db/search/order.ts). */
  propertyEntries (propertyId: number): Promise<Int32Array>
  /** A predicate: whether the viewer may see the value behind a sort entry. */
  entryFilter (): Promise<(entry: number) => boolean>
}
