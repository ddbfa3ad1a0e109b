import type { SQL } from 'drizzle-orm'
import type { RankedIds } from '../../db/search/relevance.js'
import type { CursorPage } from './cursor.js'
import type { Ranking } from './full-text/full-text-search.js'
import type { SearchableType } from './searchable.js'
import type { Selection } from './selection.js'
import type { SortKey } from './sorting.js'
import type { Window } from './window.js'

/**
 * The steps of search plans, for one viewer: run in the database (DatabaseRows), or looked up in the cache first
 * (CachedRows).
 */
export interface RowSource {
  count (selection: Selection): Promise<number>
  /** Ids of all rows that match, ascending. */
  matching (selection: Selection): Promise<Int32Array>
  /** Ids of all visible rows of the type, ascending; undefined when such a list cannot be cached. */
  visible (type: SearchableType): Promise<Int32Array | undefined>
  /** The same, or undefined when reading one page from the database is faster than using the whole list. */
  visibleForPage (selection: Selection, window: Window | undefined): Promise<Int32Array | undefined>

  /** Ids of matching rows on a page, sorted by the database. @param keys undefined: in random order. */
  page (selection: Selection, keys: readonly SortKey[] | undefined, window: Window | undefined): Promise<number[]>
  /** The same, among given ids of a type. */
  pageOf(
    type: SearchableType,
    ids: Int32Array,
    keys: readonly SortKey[] | undefined,
    window: Window | undefined
  ): Promise<number[]>
  /** The ids after a cursor, and the cursor of the next page. @param ids absent: of all matching rows. */
  pageAfter(
    selection: Selection,
    page: CursorPage,
    ids?: Int32Array
  ): Promise<{ ids: number[]; next: string | undefined }>

  /** All matching rows with their relevance. @param visible calls `visible()` above. */
  ranked(
    selection: Selection,
    ranking: Ranking,
    others: SQL | undefined,
    visible: () => Promise<Int32Array | undefined>
  ): Promise<RankedIds>
  /** Sorts ids in the database. @param order identifies the sort keys in cache keys. */
  sorted (selection: Selection, ids: Int32Array, keys: readonly SortKey[], order: string): Promise<Int32Array>
  /** Sorts ids by their position among all rows. @param sequence gives all rows in the required order. */
  arranged(
    selection: Selection,
    ids: Int32Array,
    key: SortKey,
    sequence: () => Promise<Int32Array>
  ): Promise<Int32Array>
  /** Ids of all rows of a type, visible or not, ascending by a key that is the same for all viewers. */
  sequence (type: SearchableType, key: SortKey): Promise<Int32Array>
  /** The sort entries of a property, for all viewers, encoded as in `propertyOrder` (db/search/order.ts). */
  propertyEntries (propertyId: number): Promise<Int32Array>
  /** A predicate: whether the viewer may see the value behind a sort entry. */
  entryFilter (): Promise<(entry: number) => boolean>
}
