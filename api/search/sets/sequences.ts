import { Column, is } from 'drizzle-orm'
import { idsOf, numbersOf, placesOf } from '../../../db/query/statements/ids.js'
import {
  columnPlaces, entriesFor, ownedBy, propertyOrder, propertyPlaces, rowsInOrder, sortEntryCounts, sortEntryId
} from '../../../db/query/conditions/order.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'
import { resource } from '../../../db/tables/index.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import type { SearchContext } from '../context/context.js'
import type { DatabaseRows } from './database-rows.js'
import type { Ids } from '../context/ids.js'
import { cachedIds } from './cached-sets.js'
import { reordered } from './reordered.js'
import type { SearchableType } from '../query/searchable.js'
import { selectInOrder } from '../query/selection.js'
import { listed, type Sequence } from './sequence.js'
import type { SortKey } from '../query/sorting.js'
import type { Window } from '../context/window.js'

/**
 * With more rows than this, or than this share of all rows, before the end of the page, a cached list of all rows is
 * faster than reading an index.
 */
const INDEX_READ_MAX_ROWS = 20_000
const INDEX_READ_MAX_SHARE = 0.25

/** Looking up the key of a row takes as long as reading this many rows in the order of an index. */
const LOOKUP_COST_ROWS = 6
/** Up to this share of all rows, found rows are sorted by their keys if no index is faster. */
const SORT_MAX_SHARE = 0.01

/** Columns that have an index with the kind of resource as its first column. */
const INDEXED: ReadonlySet<unknown> = new Set(
  [resource.titleSort, resource.publicTitleSort, resource.created, resource.modified, resource.isPublic]
    .map(({ name }) => name)
)

/** Rows in order: read from an index as far as a page needs them, or from a cached list of all. */
export class Sequences {
  constructor (
    private readonly context: SearchContext,
    private readonly cache: AnswerCache,
    private readonly rows: DatabaseRows
  ) {}

  /** The sequence for a page of the found rows; undefined: sorting them is faster. */
  for (type: SearchableType, key: SortKey, found: Ids, window: Window | undefined): Sequence | undefined {
    const { context: { viewer }, cache } = this
    const { propertyId } = key
    const name = propertyId === undefined ? `${type.name} by ${key.name ?? ''}` : `by ${propertyId}`
    const members = propertyId === undefined
      ? undefined
      : async () => await cachedIds(cache, viewer, `sorted ${name}`, async (among) =>
        await idsOf(this.context.database, entriesFor(propertyId, viewer, among)))
    let list: Pick<Sequence, 'read'> | undefined
    const all: Sequence['read'] = async (position, count) =>
      await (list ??= await this.#all(type, key, name)).read(position, count)
    if (cache.sets.has(ANONYMOUS_VIEWER, name)) return { read: all, members }
    const end = window?.limit === undefined ? found.size : window.offset + window.limit
    // Number of rows before the end of the page, if the found rows are spread evenly.
    const expected = end * (found.highest / found.size)
    const isNear = (propertyId !== undefined || isIndexed(type, key)) &&
      expected <= Math.min(INDEX_READ_MAX_ROWS, found.highest * INDEX_READ_MAX_SHARE)
    const isFew = found.size <= found.highest * SORT_MAX_SHARE
    if (isFew && (!isNear || expected > found.size * LOOKUP_COST_ROWS)) return undefined
    const read: Sequence['read'] = async (position, count) => isNear && position <= 2 * INDEX_READ_MAX_ROWS
      ? await this.#read(type, key, { offset: position, limit: count })
      : await all(position, count)
    return { read, members }
  }

  async #read (type: SearchableType, { key, propertyId, direction }: SortKey, window: Window): Promise<Int32Array> {
    if (propertyId !== undefined) {
      return await numbersOf(
        this.context.database,
        rowsInOrder(propertyId, this.context.viewer, direction, window.offset, window.limit!)
      )
    }
    return await selectInOrder(
      type, this.context, type.scope, [{ key, direction }, { key: type.table.id, direction }], window
    )
  }

  /** A cached list of all rows, visible or not. */
  async #all (type: SearchableType, key: SortKey, name: string): Promise<Pick<Sequence, 'read'>> {
    const { context: { database }, cache, rows } = this
    const { propertyId, direction } = key
    if (propertyId === undefined) {
      const make = async (): Promise<Int32Array> => await rows.allInOrder(type, key.key)
      return listed(await cache.sets.get(ANONYMOUS_VIEWER, name, make, async (rows, touched) => {
        const { key: column } = key
        if (!is(column, Column) || column.table !== resource || !INDEXED.has(column.name)) return undefined
        return reordered(rows, (id) => id, touched, await placesOf(database, columnPlaces(column, type.scope, touched)))
      }), direction)
    }
    const make = async (): Promise<Int32Array> => await numbersOf(database, propertyOrder(propertyId))
    const entries = await cache.sets.get(ANONYMOUS_VIEWER, name, make, async (entries, touched) =>
      reordered(entries, sortEntryId, touched, await placesOf(database, propertyPlaces(propertyId, touched))))
    return listed(entries, direction, await this.#rowOf())
  }

  /** Maps a sort entry to its row, or to 0 if the viewer may not see its value. */
  async #rowOf (): Promise<(entry: number) => number> {
    const { context: { database, viewer }, cache } = this
    const { viewsAll, id } = viewer
    if (viewsAll || id === null) return (entry) => sortEntryCounts(entry, viewsAll) ? sortEntryId(entry) : 0
    const own = await cachedIds(cache, viewer, 'has own', async (among) => await idsOf(database, ownedBy(id, among)))
    const isOwn = own.lookup()
    return (entry) => sortEntryCounts(entry, isOwn(sortEntryId(entry))) ? sortEntryId(entry) : 0
  }
}

function isIndexed ({ table, joins = [] }: SearchableType, { key }: SortKey): boolean {
  if (table !== resource || joins.length > 0) return false
  return is(key, Column) && key.table === resource && INDEXED.has(key.name)
}
