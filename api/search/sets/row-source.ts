import type { SQL } from 'drizzle-orm'
import type { CursorPage } from '../query/cursor.js'
import type { Ranking } from '../full-text/ranking/full-text-search.js'
import type { Ranked } from '../full-text/ranking/ranked-documents.js'
import type { Ids } from '../context/ids.js'
import type { SearchableType } from '../query/searchable.js'
import type { Selection } from '../query/selection.js'
import type { SortKey } from '../query/sorting.js'
import type { Window } from '../context/window.js'

/**
 * The steps of search plans, for one viewer: run in the database (DatabaseRows), or looked up in the cache first
 * (CachedRows).
 */
export interface RowSource {
  /** The number of rows that match a selection without filters. */
  count (selection: Selection): Promise<number>
  /** Ids of all rows that match. */
  matching (selection: Selection): Promise<Ids>
  /** Ids of all visible rows of the type; undefined when they cannot be cached. */
  visible (type: SearchableType): Promise<Ids | undefined>
  /** Like `visible`, but undefined when reading one page from the database is faster. */
  visibleForPage (selection: Selection, window: Window | undefined): Promise<Ids | undefined>

  /** Ids of matching rows on a page, sorted by the database. @param keys undefined: in random order. */
  page (selection: Selection, keys: readonly SortKey[] | undefined, window: Window | undefined): Promise<number[]>
  /** Ids on a page of the given ids, sorted by the database. @param keys undefined: in random order. */
  pageOf(
    type: SearchableType,
    ids: Ids,
    keys: readonly SortKey[] | undefined,
    window: Window | undefined
  ): Promise<number[]>
  /** The ids after a cursor, and the cursor of the next page. @param ids absent: of all matching rows. */
  pageAfter(
    selection: Selection,
    page: CursorPage,
    ids?: Ids
  ): Promise<{ ids: number[]; next: string | undefined }>

  /** All matching rows by their relevance. @param visible calls `visible()` above. @param end of the page. */
  ranked(
    selection: Selection,
    ranking: Ranking,
    others: SQL | undefined,
    visible: () => Promise<Ids | undefined>,
    end: number
  ): Promise<Ranked>
  /** A page of ids, sorted by several keys. @param order identifies the sort keys in cache keys. */
  byKeys (
    selection: Selection, ids: Ids, keys: readonly SortKey[], order: string, window: Window | undefined
  ): Promise<number[]>
  /** A page of ids, sorted by a key that does not depend on the viewer, or a property, then by id in its direction. */
  inOrder (selection: Selection, ids: Ids, key: SortKey, window: Window | undefined): Promise<number[]>
}
