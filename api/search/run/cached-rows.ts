import { and, type SQL } from 'drizzle-orm'
import { selectNumbersWhere } from '../../../db/query/statements/select-by-ids.js'
import { filterIds } from '../../../db/query/statements/id-sets.js'
import { resource } from '../../../db/tables/index.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { groupsAmong, groupsOf, type RelatedKey } from '../../../db/query/conditions/order.js'
import { ANONYMOUS_VIEWER, type Viewer } from '../../../db/query/statements/viewer.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import type { IdSet } from '../../cache/id-set-cache.js'
import type { SearchContext } from '../context/context.js'
import { evaluate, FewResources, cachedIds, cachedMatches, CachedSets } from '../sets/sets.js'
import type { CursorPage } from '../query/cursor.js'
import { DatabaseRows } from '../sets/database-rows.js'
import { rankedEnd, type Ranking } from '../full-text/ranking/full-text-search.js'
import type { Ranked } from '../full-text/ranking/ranked-documents.js'
import { Groups } from '../sets/groups.js'
import { Ids } from '../context/ids.js'
import type { RowSource } from '../sets/row-source.js'
import type { SearchableType } from '../query/searchable.js'
import { haveSameKey, scopeOf, selectIds, visibleAmong, type Selection } from '../query/selection.js'
import { pageInOrder, Sequences } from '../sets/sequences.js'
import type { SortKey } from '../query/sorting.js'
import { idsIn, type Window } from '../context/window.js'
import { offload } from '../query/offload.js'

/** From this offset on, reading a page from the list of all visible ids, which is cached, is faster than in SQL. */
const DEEP_PAGE_MIN_OFFSET = 500

/** With more ids than this, making the list of all visible ids takes too long for one page. */
const ID_LIST_MAX_ROWS = 200_000

/** Up to this many ids are looked up in the database to test whether they are visible. */
const LOOKUP_MAX_ROWS = 500
/** This limit as a share of all visible rows, for conditions that only the database can test. */
const LOOKUP_MAX_SHARE = 0.05

/** Sorting a page first sorts this many rows more, then doubles the number of rows up to a maximum. */
const SORT_EXTRA_ROWS = 500
const SORT_MAX_ROWS = 16_000

/** Caches the steps of search plans: they are shared by the pages of a search, and by similar searches. */
export class CachedRows implements RowSource {
  readonly #context: SearchContext
  readonly #cache: AnswerCache
  readonly #viewer: Viewer
  readonly #rows: DatabaseRows

  constructor (context: SearchContext, cache: AnswerCache) {
    this.#context = context
    this.#cache = cache
    this.#viewer = context.viewer
    this.#rows = new DatabaseRows(context)
  }

  async count (selection: Selection): Promise<number> {
    const { type } = selection
    if (this.#cache.sets.has(this.#viewer, type.name)) return (await this.visible(type))!.size
    // Not awaited: makes the set for the next search. Counting in the database is faster for this one.
    this.visible(type).catch(() => {})
    return await this.#rows.count(selection)
  }

  async matching (selection: Selection): Promise<Ids> {
    const { key, dependsOn } = selection
    if (dependsOn === undefined) return await this.#once(`${key} found`, () => this.#matching(selection))
    return await cachedMatches(this.#cache, this.#context, `${key} found`, dependsOn, async (among) =>
      among === undefined ? await this.#matching(selection) : await this.#matchingFew(selection, among))
  }

  async #matching (selection: Selection): Promise<Ids> {
    const { type, expression, others } = selection
    if (expression === undefined || type.hasIdList !== true) return await this.#rows.matching(selection)
    const few = await this.#allIfFew(type)
    if (few !== undefined) return await this.#matchingFew(selection, few)
    const sets = new CachedSets(this.#context, this.#cache, async () => (await this.visible(type))!)
    return await this.#visibleAmong(await evaluate(expression, sets), type, others)
  }

  /** Ids of all rows of the type, visible or not, ascending; undefined: too many, or none. */
  async #allIfFew (type: SearchableType): Promise<number[] | undefined> {
    const find = async (): Promise<Ids> => {
      const some = await selectIds(type, this.#context, type.scope, [], { offset: 0, limit: LOOKUP_MAX_ROWS + 1 })
      return some.length > LOOKUP_MAX_ROWS ? Ids.NONE : Ids.of(some)
    }
    // An empty set means that there are many; then a write need not query again.
    const patch = async (few: Ids): Promise<Ids | undefined> => few.size === 0 ? few : undefined
    const all = await this.#cache.sets.get(ANONYMOUS_VIEWER, `few ${type.name}`, find, patch)
    return all.size === 0 ? undefined : Array.from(all.toArray())
  }

  /** @param among ids, ascending. */
  async #matchingFew ({ type, expression, others, othersAmong }: Selection, among: readonly number[]): Promise<Ids> {
    const met = expression === undefined ? among : await evaluate(expression, new FewResources(this.#context, among))
    const ids = met instanceof Ids ? filterIds(among, met) : met
    if (ids.length === 0) return Ids.NONE
    // The cached list is patched once per write for all searches, which saves a query for each.
    const visible = others === undefined && this.#cache.sets.has(this.#viewer, type.name)
      ? await this.visible(type)
      : undefined
    return Ids.of(visible === undefined
      ? await selectNumbersWhere(this.#context.database, othersAmong, ids)
      : Int32Array.from(filterIds(ids, visible)))
  }

  /** The subset of the found ids that is visible and matches the other filters. */
  async #visibleAmong (found: Ids, type: SearchableType, others: SQL | undefined): Promise<Ids> {
    const visible = found.size > LOOKUP_MAX_ROWS ? await this.visible(type) : undefined
    if (visible !== undefined && others === undefined) return found.and(visible)
    const isSmall = found.size <= Math.max(LOOKUP_MAX_ROWS, (visible?.size ?? 0) * LOOKUP_MAX_SHARE)
    const among = isSmall ? isOneOf(type.table.id, Array.from(found.toArray())) : undefined
    const met = Ids.of(await selectIds(type, this.#context, and(scopeOf(type, this.#context), others, among)))
    return isSmall ? met : met.and(found)
  }

  async visible (type: SearchableType): Promise<Ids | undefined> {
    if (type.hasIdList !== true) return undefined
    const select = async (among?: readonly number[]): Promise<Int32Array> => among === undefined
      ? await selectIds(type, this.#context, scopeOf(type, this.#context))
      : await visibleAmong(type, this.#context, among)
    return await cachedIds(this.#cache, this.#viewer, type.name, select, async () => Ids.received(
      await offload(type, {}, this.#context, { kind: 'match' }, async () => Ids.of(await select()))
    ))
  }

  async visibleForPage (selection: Selection, window: Window | undefined): Promise<Ids | undefined> {
    const { type } = selection
    if (type.hasIdList !== true) return undefined
    const isQuicker = this.#cache.sets.has(this.#viewer, type.name) ||
      (window !== undefined && window.offset >= DEEP_PAGE_MIN_OFFSET && await this.count(selection) <= ID_LIST_MAX_ROWS)
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
    ids: Ids,
    keys: readonly SortKey[] | undefined,
    window: Window | undefined
  ): Promise<number[]> {
    return await this.#rows.pageOf(type, ids, keys, window)
  }

  async pageAfter (
    selection: Selection,
    page: CursorPage,
    ids?: Ids
  ): Promise<{ ids: number[]; next: string | undefined }> {
    return await this.#rows.pageAfter(selection, page, ids)
  }

  async ranked (
    selection: Selection,
    ranking: Ranking,
    others: SQL | undefined,
    visible: () => Promise<Ids | undefined>,
    end: number
  ): Promise<Ranked> {
    const isCached = this.#cache.sets.has(this.#viewer, selection.type.name)
    const most = rankedEnd(end)
    return await this.#once(
      `${selection.key} ranked to ${most}`, () => this.#rows.ranked(selection, ranking, others, visible, most, isCached)
    )
  }

  async byKeys (
    selection: Selection, ids: Ids, keys: readonly SortKey[], order: string, window: Window | undefined
  ): Promise<number[]> {
    return await this.#pageByFirst(selection, ids, keys, window) ??
      idsIn(window, await this.#sorted(selection, ids, keys, order))
  }

  /**
   * A page near the beginning: takes the first rows by the first key, including all rows with the same first key as the
   * last row of the page, and sorts only these by all keys. Undefined: the page is too far from the beginning.
   */
  async #pageByFirst (
    selection: Selection, ids: Ids, keys: readonly SortKey[], window: Window | undefined
  ): Promise<number[] | undefined> {
    const { type } = selection
    const first = keys[0]!
    const end = window?.limit === undefined ? Infinity : window.offset + window.limit
    if (end === 0 || (first.propertyId ?? first.name) === undefined) return undefined
    for (let limit = end + SORT_EXTRA_ROWS; limit <= SORT_MAX_ROWS && limit < ids.size; limit *= 2) {
      const some = await this.inOrder(selection, ids, first, { offset: 0, limit })
      // Fewer rows than expected: some were deleted meanwhile.
      if (some.length < limit) return undefined
      if (await haveSameKey(type, this.#context, first, [some[end - 1]!, some.at(-1)!])) continue
      return await this.pageOf(type, Ids.of(Int32Array.from(some)), keys, window)
    }
    return undefined
  }

  async #sorted (selection: Selection, ids: Ids, keys: readonly SortKey[], order: string): Promise<Int32Array> {
    return await this.#once(`${selection.key} in order ${order}`, () => this.#rows.sorted(selection, ids, keys))
  }

  async inOrder (selection: Selection, ids: Ids, key: SortKey, window: Window | undefined): Promise<number[]> {
    const { type } = selection
    const { direction, related } = key
    // Only for keys in `resource`: the change log does not record which rows of other tables were written.
    if (related?.column.table === resource) {
      return (await this.#groups(type, related)).page(ids, direction, window)
    }
    const sequence = new Sequences(this.#context, this.#cache, this.#rows).for(type, key, ids, window)
    if (sequence !== undefined) return await pageInOrder(sequence, ids, direction, window)
    const order = JSON.stringify([key.propertyId ?? key.name, direction])
    return idsIn(window, await this.#sorted(selection, ids, [key, { key: type.table.id, direction }], order))
  }

  async #groups (type: SearchableType, key: RelatedKey): Promise<Groups> {
    const { database } = this.#context
    return await this.#cache.sets.get(ANONYMOUS_VIEWER, `${type.name} by ${key.column.name} in order of ${key.of.name}`,
      async () => Groups.of(await groupsOf(database, key, type)),
      async (groups, touched) => groups.changed(touched, await groupsAmong(database, key, type, touched)))
  }

  #once<T extends IdSet> (key: string, make: () => Promise<T>): Promise<T> {
    return this.#cache.sets.get(this.#viewer, key, make)
  }
}
