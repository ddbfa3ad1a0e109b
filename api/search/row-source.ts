import type { SQL } from 'drizzle-orm'
import type { RankedIds } from '../../db/search/relevance.js'
import type { CursorPage } from './cursor.js'
import type { Ranking } from './full-text/full-text-search.js'
import type { SearchableType } from './searchable.js'
import type { Selection } from './selection.js'
import type { SortKey } from './sorting.js'
import type { Window } from './window.js'

/** The steps that plans are made of, for one viewer: from the database (DatabaseRows), or through a cache (CachedRows). */
export interface RowSource {
  count (selection: Selection): Promise<number>
  /** Ids of all rows that match, ascending. */
  matching (selection: Selection): Promise<Int32Array>
  /** Ids of all rows of the type that are visible, ascending; undefined where these are not kept at hand. */
  visible (type: SearchableType): Promise<Int32Array | undefined>
  /** The same where that is quicker than to read one page of them. */
  visibleForPage (selection: Selection, window: Window | undefined): Promise<Int32Array | undefined>

  /** Ids on a page of the rows that match, as the database sorts them. @param keys undefined: in random order. */
  page (selection: Selection, keys: readonly SortKey[] | undefined, window: Window | undefined): Promise<number[]>
  /** The same of some ids of a type. */
  pageOf (type: SearchableType, ids: Int32Array, keys: readonly SortKey[] | undefined, window: Window | undefined): Promise<number[]>
  /** Ids behind a cursor, and the cursor of the page that follows. @param ids absent: all that match. */
  pageAfter (selection: Selection, page: CursorPage, ids?: Int32Array): Promise<{ ids: number[], next: string | undefined }>

  /** All rows that match, by relevance. @param visible as `visible()` above gives it. */
  ranked (selection: Selection, ranking: Ranking, others: SQL | undefined, visible: () => Promise<Int32Array | undefined>): Promise<RankedIds>
  /** Ids of rows that match, as the database sorts them. @param order names the keys. */
  sorted (selection: Selection, ids: Int32Array, keys: readonly SortKey[], order: string): Promise<Int32Array>
  /** Ids of rows that match, in an order of all rows. @param sequence gives that order. */
  arranged (selection: Selection, ids: Int32Array, key: SortKey, sequence: () => Promise<Int32Array>): Promise<Int32Array>
  /** Ids of all rows of a type, visible or not, ascending by a key that is the same for every viewer. */
  sequence (type: SearchableType, key: SortKey): Promise<Int32Array>
  /** Everything that anybody sorts by under a property, as `propertyOrder` encodes it (db/search/order.ts). */
  propertyEntries (propertyId: number): Promise<Int32Array>
  /** Tells of such an entry whether it counts for the viewer. */
  entryFilter (): Promise<(entry: number) => boolean>
}
