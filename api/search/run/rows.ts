import { and, type SQL } from 'drizzle-orm'
import { resource } from '../../../db/tables/index.js'
import { filterIds } from '../../../db/query/statements/id-sets.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { groupsAmong, groupsOf, type RelatedKey } from '../../../db/query/conditions/order.js'
import { isSelective } from '../../../db/query/statements/set-expression.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import type { IdSet } from '../../cache/id-set-cache.js'
import type { SearchContext } from '../context/context.js'
import { endOf, Ids, idsIn, type Window } from '../context/ids.js'
import { rowsRanked, type Ranking } from '../full-text/ranking/full-text-search.js'
import type { Ranked } from '../full-text/ranking/ranked-documents.js'
import { offload } from '../query/offload.js'
import type { SearchableType } from '../query/searchable.js'
import { count, haveSameKey, isAmong, scopeOf, selectIds, visibleAmong, type Selection } from '../query/selection.js'
import { orderBy, type SortKey } from '../query/sorting.js'
import { Groups } from '../sets/groups.js'
import { pageInOrder, sequenceFor } from '../sets/sequences.js'
import { cachedSet, CachedSets, evaluate, FewResources } from '../sets/sets.js'

/** For more full-text hits than this, one list of all visible ids is faster than a lookup of each hit. */
const LOOKUP_MAX_HITS = 2000

/** Pages that end at this row or earlier are taken from a ranking of so many rows. */
const RANKING_HEAD_ROWS = 500

/** Up to this many ids are looked up in the database to test whether they meet a condition. */
const LOOKUP_MAX_ROWS = 500
/** This limit as a share of all visible rows, for conditions that only the database can test. */
const LOOKUP_MAX_SHARE = 0.05

/** Up to this many rows are sorted by the database, which looks up the keys of each. */
const SORT_IN_SQL_MAX_ROWS = 500

/** Sorting a page first sorts this many rows more, then doubles the number of rows up to a maximum. */
const SORT_EXTRA_ROWS = 500
const SORT_MAX_ROWS = 16_000

/** The steps of search plans for one viewer, run in the database. */
export class Rows {
  constructor (protected readonly context: SearchContext) {}

  /** The number of rows that match a selection without filters. */
  async count ({ type, where }: Selection): Promise<number> {
    return await count(type, this.context, where)
  }

  /** Ids of all rows that match. */
  async all (selection: Selection): Promise<Ids> {
    const visible = selection.isFiltered ? undefined : await this.visible(selection.type)
    return visible ?? await this.matching(selection)
  }

  async matching ({ type, where }: Selection): Promise<Ids> {
    return Ids.of(await selectIds(type, this.context, where))
  }

  /** Ids of all visible rows of the type; undefined when they cannot be cached. */
  async visible (_type: SearchableType): Promise<Ids | undefined> { return undefined }

  /** Like `visible`, but undefined if the ids would have to be read first. */
  async visibleIfCached (_type: SearchableType): Promise<Ids | undefined> { return undefined }

  /** A page of ids in the order of sort keys. @param order identifies the keys in cache keys. */
  async sorted (
    { type }: Selection, ids: Ids, keys: readonly SortKey[], _order: string, window: Window | undefined
  ): Promise<number[]> {
    return Array.from(await selectIds(type, this.context, isAmong(type, ids), orderBy(keys), window))
  }

  /** The first `most` matching rows by their relevance. @param others conditions besides the words. */
  async ranked ({ type }: Selection, ranking: Ranking, others: SQL | undefined, most: number): Promise<Ranked> {
    return await rowsRanked(ranking, this.context, async (ids) => {
      const all = others !== undefined
        ? undefined
        : await (ids.length > LOOKUP_MAX_HITS ? this.visible(type) : this.visibleIfCached(type))
      if (all !== undefined) return all
      const among = isOneOf(type.table.id, Array.from(ids))
      return Ids.of(await selectIds(type, this.context, and(scopeOf(type, this.context), others, among)))
    }, most)
  }
}

/** Caches the steps of search plans: they are shared by the pages of a search, and by similar searches. */
export class CachedRows extends Rows {
  constructor (context: SearchContext, private readonly cache: AnswerCache) {
    super(context)
  }

  override async count (selection: Selection): Promise<number> {
    // Slower than counting in the database, but only once, and a worker makes the set if there are many rows.
    return (await this.visible(selection.type))?.size ?? await super.count(selection)
  }

  override async matching (selection: Selection): Promise<Ids> {
    const name = `${selection.key} found`
    const { dependsOn } = selection
    if (dependsOn === undefined) return await this.#cached(name, async () => await this.#found(selection))
    return await cachedSet(this.cache, this.context, name, dependsOn, async (among) =>
      among === undefined ? await this.#found(selection) : await this.#foundAmong(selection, among))
  }

  /** Indexes answer equality and links as quickly as sets do; everything else is composed of cached sets. */
  async #found (selection: Selection): Promise<Ids> {
    const { type, expression, others } = selection
    if (expression === undefined || isSelective(expression) || type.hasIdList !== true) {
      return await super.matching(selection)
    }
    const visible = (await this.visible(type))!
    const source = visible.size <= LOOKUP_MAX_ROWS
      ? new FewResources(this.context, visible)
      : new CachedSets(this.context, this.cache, visible)
    const found = visible.and(await evaluate(expression, source))
    if (others === undefined || found.size === 0) return found
    const isSmall = found.size <= Math.max(LOOKUP_MAX_ROWS, visible.size * LOOKUP_MAX_SHARE)
    const where = and(scopeOf(type, this.context), others, isSmall ? isAmong(type, found) : undefined)
    const met = Ids.of(await selectIds(type, this.context, where))
    return isSmall ? met : met.and(found)
  }

  /** @param among ids, ascending. */
  async #foundAmong ({ type, expression, others }: Selection, among: readonly number[]): Promise<Ids> {
    const few = Ids.of(Int32Array.from(among))
    const met = expression === undefined
      ? few
      : few.and(await evaluate(expression, new FewResources(this.context, few)))
    if (met.size === 0) return Ids.NONE
    // The cached list is patched once per write for all searches, which saves a query for each.
    const visible = others === undefined ? await this.visibleIfCached(type) : undefined
    if (visible !== undefined) return Ids.of(Int32Array.from(filterIds(met.toArray(), visible)))
    const where = and(scopeOf(type, this.context), others, isAmong(type, met))
    return Ids.of(await selectIds(type, this.context, where))
  }

  override async visible (type: SearchableType): Promise<Ids | undefined> {
    if (type.hasIdList !== true) return undefined
    const { context, cache } = this
    const all = async (): Promise<Ids> => Ids.of(await selectIds(type, context, scopeOf(type, context)))
    return await cachedSet(cache, context, type.name, 'row', async (among) => among === undefined
      ? Ids.received(await offload(type, {}, context, { kind: 'match' }, all))
      : Ids.of(await visibleAmong(type, context, among)))
  }

  override async visibleIfCached (type: SearchableType): Promise<Ids | undefined> {
    return this.cache.sets.has(this.context.viewer, type.name) ? await this.visible(type) : undefined
  }

  override async ranked (
    selection: Selection, ranking: Ranking, others: SQL | undefined, end: number
  ): Promise<Ranked> {
    // All pages near the beginning share one ranking.
    const most = end <= RANKING_HEAD_ROWS ? RANKING_HEAD_ROWS : Infinity
    return await this.#cached(`${selection.key} ${ranking.direction} ranked to ${most}`,
      async () => await super.ranked(selection, ranking, others, most))
  }

  override async sorted (
    selection: Selection, ids: Ids, keys: readonly SortKey[], order: string, window: Window | undefined
  ): Promise<number[]> {
    if (ids.size <= SORT_IN_SQL_MAX_ROWS) return await super.sorted(selection, ids, keys, order, window)
    const [first, second, ...rest] = keys as [SortKey, SortKey, ...SortKey[]]
    // The list of all rows breaks ties by id, in the same direction as its key; other tie-breakers need the database.
    if (isNamed(first) && rest.length === 0 && second.direction === first.direction) {
      return await this.#inOrder(selection, ids, first, window)
    }
    return await this.#pageByFirst(selection, ids, keys, order, window) ??
      idsIn(window, await this.#allSorted(selection, ids, keys, order))
  }

  /**
   * A page near the beginning: takes the first rows by the first key, including all rows with the same first key as the
   * last row of the page, and sorts only these by all keys. Undefined: the page is too far from the beginning.
   */
  async #pageByFirst (
    selection: Selection, ids: Ids, keys: readonly SortKey[], order: string, window: Window | undefined
  ): Promise<number[] | undefined> {
    const first = keys[0]!
    const end = endOf(window)
    if (end === 0 || !isNamed(first)) return undefined
    for (let limit = end + SORT_EXTRA_ROWS; limit <= SORT_MAX_ROWS && limit < ids.size; limit *= 2) {
      const some = await this.#inOrder(selection, ids, first, { offset: 0, limit })
      // Fewer rows than expected: some were deleted meanwhile.
      if (some.length < limit) return undefined
      if (await haveSameKey(selection.type, this.context, first, [some[end - 1]!, some.at(-1)!])) continue
      return await super.sorted(selection, Ids.of(Int32Array.from(some)), keys, order, window)
    }
    return undefined
  }

  async #allSorted (selection: Selection, ids: Ids, keys: readonly SortKey[], order: string): Promise<Int32Array> {
    return await this.#cached(`${selection.key} in order ${order}`, async () =>
      Int32Array.from(await super.sorted(selection, ids, keys, order, undefined)))
  }

  /** A page of ids, sorted by a named key, then by id in its direction. */
  async #inOrder (selection: Selection, ids: Ids, key: SortKey, window: Window | undefined): Promise<number[]> {
    const { type } = selection
    const { direction, related } = key
    // Only for keys in `resource`: the change log does not record which rows of other tables were written.
    if (related?.column.table === resource) {
      return (await this.#groups(type, related)).page(ids, direction, window)
    }
    const sequence = sequenceFor(this.context, this.cache, type, key, ids, window)
    if (sequence !== undefined) return await pageInOrder(sequence, ids, direction, window)
    const order = JSON.stringify([key.propertyId ?? key.name, direction])
    return idsIn(window, await this.#allSorted(selection, ids, [key, { key: type.table.id, direction }], order))
  }

  async #groups (type: SearchableType, key: RelatedKey): Promise<Groups> {
    const { database } = this.context
    return await this.cache.sets.get(ANONYMOUS_VIEWER, `${type.name} by ${key.column.name} in order of ${key.of.name}`,
      async () => Groups.of(await groupsOf(database, key, type)),
      async (groups, touched) => groups.changed(touched, await groupsAmong(database, key, type, touched)),
      this.context.version)
  }

  #cached<T extends IdSet> (name: string, make: () => Promise<T>): Promise<T> {
    return this.cache.sets.get(this.context.viewer, name, make, undefined, this.context.version)
  }
}

/** Whether rows can be sorted by a key as a whole: it does not depend on the viewer, or is a property. */
const isNamed = ({ propertyId, name }: SortKey): boolean => (propertyId ?? name) !== undefined
