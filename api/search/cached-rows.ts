import { and, type SQL } from 'drizzle-orm'
import type { RankedIds } from '../../db/search/relevance.js'
import { isOneOf } from '../../db/sqlite.js'
import { EVERYBODY, type Viewer } from '../../db/search/viewer.js'
import type { AnswerCache } from '../cache/answer-cache.js'
import type { SearchContext } from './context.js'
import type { CursorPage } from './cursor.js'
import { DatabaseRows } from './database-rows.js'
import type { Ranking } from './full-text/full-text-search.js'
import type { RowSource } from './row-source.js'
import type { SearchableType } from './searchable.js'
import { scopeOf, selectIds, type Selection } from './selection.js'
import type { SortKey } from './sorting.js'
import type { Window } from './window.js'

/** From this offset on, reading a page from the list of all visible ids, which is cached, is faster than in SQL. */
const DEEP = 500

/** With more ids than this, making that list takes too long for one page. */
const MOST = 200_000

/** Identifies a sort key within cache keys. */
export const keyName = ({ propertyId, name }: SortKey): string => String(propertyId ?? name ?? '')

/** Caches the steps of search plans: they are shared by the pages of a search, and by similar searches. */
export class CachedRows implements RowSource {
  readonly #context: SearchContext
  readonly #cache: AnswerCache
  readonly #viewer: Viewer
  readonly #rows: RowSource

  constructor (context: SearchContext, cache: AnswerCache) {
    this.#context = context
    this.#cache = cache
    this.#viewer = context.viewer
    this.#rows = new DatabaseRows(context)
  }

  async count (selection: Selection): Promise<number> {
    return await this.#once(`${selection.key} total`, () => this.#rows.count(selection))
  }

  async matching (selection: Selection): Promise<Int32Array> {
    return await this.#once(`${selection.key} found`, () => this.#rows.matching(selection))
  }

  async visible (type: SearchableType): Promise<Int32Array | undefined> {
    if (type.keepsIdList !== true) return undefined
    return await this.#cache.idList(this.#viewer, type.name, async (among) =>
      await selectIds(type, this.#context, and(scopeOf(type, this.#context), among && isOneOf(type.table.id, among))))
  }

  async visibleForPage (selection: Selection, window: Window | undefined): Promise<Int32Array | undefined> {
    const { type } = selection
    if (type.keepsIdList !== true) return undefined
    const isQuicker = this.#cache.hasIdList(this.#viewer, type.name) ||
      (window !== undefined && window.offset >= DEEP && await this.count(selection) <= MOST)
    return isQuicker ? await this.visible(type) : undefined
  }

  async page (
    selection: Selection,
    keys: readonly SortKey[] | undefined,
    window: Window | undefined
  ): Promise<number[]> {
    return await this.#rows.page(selection, keys, window)
  }

  async pageOf (
    type: SearchableType,
    ids: Int32Array,
    keys: readonly SortKey[] | undefined,
    window: Window | undefined
  ): Promise<number[]> {
    return await this.#rows.pageOf(type, ids, keys, window)
  }

  async pageAfter (
    selection: Selection,
    page: CursorPage,
    ids?: Int32Array
  ): Promise<{ ids: number[]; next: string | undefined }> {
    return await this.#rows.pageAfter(selection, page, ids)
  }

  async ranked (
    selection: Selection, ranking: Ranking, others: SQL | undefined, visible: () => Promise<Int32Array | undefined>
  ): Promise<RankedIds> {
    return await this.#once(`${selection.key} ranked`, () => this.#rows.ranked(selection, ranking, others, visible))
  }

  async sorted (selection: Selection, ids: Int32Array, keys: readonly SortKey[], order: string): Promise<Int32Array> {
    return await this.#once(`${selection.key} in order ${order}`, () => this.#rows.sorted(selection, ids, keys, order))
  }

  async arranged (
    selection: Selection,
    ids: Int32Array,
    key: SortKey,
    sequence: () => Promise<Int32Array>
  ): Promise<Int32Array> {
    return await this.#once(`${selection.key} by ${keyName(key)}`, () =>
      this.#rows.arranged(selection, ids, key, sequence)
    )
  }

  async sequence (type: SearchableType, key: SortKey): Promise<Int32Array> {
    return await this.#cache.result(EVERYBODY, `${type.name} by ${keyName(key)}`, () => this.#rows.sequence(type, key))
  }

  async propertyEntries (propertyId: number): Promise<Int32Array> {
    return await this.#cache.result(EVERYBODY, `by ${propertyId}`, () => this.#rows.propertyEntries(propertyId))
  }

  async entryFilter (): Promise<(entry: number) => boolean> {
    return await this.#rows.entryFilter()
  }

  #once<T> (key: string, make: () => Promise<T>): Promise<T> {
    return this.#cache.result(this.#viewer, key, make)
  }
}
