import { Column, is, type AnyColumn } from 'drizzle-orm'
import {
  columnPlaces, entriesFor, propertyOrder, propertyPlaces, rowsInOrder, sortEntryCounts, sortEntryId
} from '../../../db/query/conditions/order.js'
import { idsOf, numbersOf } from '../../../db/query/statements/prepared.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'
import { resource } from '../../../db/tables/index.js'
import { addToGroup } from '../../core/sequence/group-by.js'
import type { SearchContext } from '../context/context.js'
import { ALL_ROWS, Ids, partOf, type Window } from '../context/ids.js'
import type { SearchableType } from '../query/searchable.js'
import { selectInOrder } from '../query/selection.js'
import type { SortKey } from '../query/sorting.js'
import { cached, cachedSet, viewerIds } from '../sets/sets.js'

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

/** Ids of the rows from a position on; 0 where there is no row for the viewer. Less than `count` only at the end. */
type Read = (position: number, count: number) => Promise<Int32Array>

/** Rows in the order of a key, ascending or descending. Rows with equal keys are sorted by id in that direction. */
interface Sequence {
  readonly read: Read
  /** The rows in the sequence; undefined: all rows of the type. */
  readonly members: (() => Promise<Ids>) | undefined
}

/**
 * The rows in the order of a key, for a page of the found rows: read from an index as far as the page needs them, or
 * from a cached list of all. Undefined: sorting the found rows is faster.
 */
export function sequenceFor (
  context: SearchContext, type: SearchableType, key: SortKey, found: Ids, window: Window | undefined
): Sequence | undefined {
  const { propertyId } = key
  const name = propertyId === undefined ? `${type.name} by ${key.name ?? ''}` : `by ${propertyId}`
  const members = propertyId === undefined
    ? undefined
    : async () => await cachedSet(context, `sorted ${name}`, 'row', async (among) =>
      Ids.of(await idsOf(context.database, entriesFor(propertyId, context.viewer, among))))
  let list: Read | undefined
  const all: Read = async (position, count) => await (list ??= await allRows(context, type, key, name))(position, count)
  if (context.cache?.sets.has(ANONYMOUS_VIEWER, name) === true) return { read: all, members }
  const end = window?.limit === undefined ? found.size : window.offset + window.limit
  // Number of rows before the end of the page, if the found rows are spread evenly.
  const expected = end * (found.highest / found.size)
  const isNear = (propertyId !== undefined || isIndexed(type, key)) &&
    expected <= Math.min(INDEX_READ_MAX_ROWS, found.highest * INDEX_READ_MAX_SHARE)
  const isFew = found.size <= found.highest * SORT_MAX_SHARE
  if (isFew && (!isNear || expected > found.size * LOOKUP_COST_ROWS)) return undefined
  const read: Read = async (position, count) => isNear && position <= 2 * INDEX_READ_MAX_ROWS
    ? await readIndex(context, type, key, { offset: position, limit: count })
    : await all(position, count)
  return { read, members }
}

async function readIndex (
  context: SearchContext, type: SearchableType, { key, propertyId, direction }: SortKey, window: Window
): Promise<Int32Array> {
  const { database, viewer } = context
  return propertyId === undefined
    ? await selectInOrder(type, context, type.scope, [{ key, direction }, { key: type.table.id, direction }], window)
    : await numbersOf(database, rowsInOrder(propertyId, viewer, direction, window.offset, window.limit!))
}

/** A cached list of all rows, visible or not. */
async function allRows (
  context: SearchContext, type: SearchableType, key: SortKey, name: string
): Promise<Read> {
  const { database } = context
  const { key: column, propertyId, direction } = key
  if (propertyId === undefined) {
    const make = async (): Promise<Int32Array> => await selectInOrder(type, context, type.scope,
      [{ key: column, direction: 'asc' }, { key: type.table.id, direction: 'asc' }])
    return listed(await cached(context, ANONYMOUS_VIEWER, name, make, async (rows, touched) => {
      if (!hasIndex(column)) return undefined
      return reordered(rows, (id) => id, touched, await columnPlaces(database, column, type.scope, touched))
    }), direction)
  }
  const make = async (): Promise<Int32Array> => await numbersOf(database, propertyOrder(propertyId))
  const entries = await cached(context, ANONYMOUS_VIEWER, name, make, async (entries, touched) =>
    reordered(entries, sortEntryId, touched, await propertyPlaces(database, propertyId, touched)))
  return listed(entries, direction, await rowOfEntries(context))
}

/** Maps a sort entry to its row, or to 0 if the viewer may not see its value. */
async function rowOfEntries (context: SearchContext): Promise<(entry: number) => number> {
  const { viewsAll, id } = context.viewer
  if (viewsAll || id === null) return (entry) => sortEntryCounts(entry, viewsAll) ? sortEntryId(entry) : 0
  const isOwn = (await viewerIds('own', context)).lookup()
  return (entry) => sortEntryCounts(entry, isOwn(sortEntryId(entry))) ? sortEntryId(entry) : 0
}

function isIndexed ({ table, joins = [] }: SearchableType, { key }: SortKey): boolean {
  return table === resource && joins.length === 0 && hasIndex(key)
}

function hasIndex (key: SortKey['key']): key is AnyColumn {
  return is(key, Column) && key.table === resource && INDEXED.has(key.name)
}

/**
 * Reads a sequence of which all entries are in memory.
 *
 * @param entries ascending by the key. @param rowOf the row of an entry, or 0.
 */
function listed (entries: Int32Array, direction: 'asc' | 'desc', rowOf?: (entry: number) => number): Read {
  return async (position, count) => {
    const part = partOf(entries, { offset: position, limit: count }, direction)
    return rowOf === undefined ? part : part.map(rowOf)
  }
}

/** Number of rows of the first read. Each further read is twice as large. */
const READ_MIN_ROWS = 256
/** Maximal number of rows of a read. */
const READ_MAX_ROWS = 1 << 16

/**
 * The ids in a window, in the order of a sequence. Ids that are not in it come first, in descending order last.
 * Only as much of the sequence is read as the page needs.
 */
export async function pageInOrder (
  sequence: Sequence, found: Ids, direction: 'asc' | 'desc', { offset, limit }: Window = ALL_ROWS
): Promise<number[]> {
  const end = limit === undefined ? found.size : Math.min(found.size, offset + limit)
  if (end <= offset) return []
  if (direction === 'desc') {
    const ids = await walk(sequence, found, offset, end)
    if (ids.length === end - offset || sequence.members === undefined) return ids
    const others = found.without(await sequence.members())
    const from = offset + ids.length - (found.size - others.size)
    return [...ids, ...others.in({ offset: from, limit: end - offset - ids.length }, 'desc')]
  }
  const others = sequence.members === undefined ? Ids.NONE : found.without(await sequence.members())
  const ids = offset < others.size ? others.in({ offset, limit: end - offset }) : []
  if (offset + ids.length === end) return ids
  return [...ids, ...await walk(sequence, found, offset + ids.length - others.size, end - others.size)]
}

/** The found ids from one position among them to another. */
async function walk (sequence: Sequence, found: Ids, from: number, to: number): Promise<number[]> {
  const ids: number[] = []
  const isFound = found.lookup()
  let seen = 0
  let count = READ_MIN_ROWS
  for (let position = 0; ; position += count, count = Math.min(READ_MAX_ROWS, 2 * count)) {
    const part = await sequence.read(position, count)
    for (let at = 0; at < part.length; at++) {
      if (!isFound(part[at]!) || seen++ < from) continue
      ids.push(part[at]!)
      if (seen === to) return ids
    }
    if (part.length < count) return ids
  }
}

/**
 * Patches a sorted list of entries for changed rows, without sorting it again.
 *
 * @param rowOf the row of an entry. @param touched the changed rows: their old entries are removed.
 * @param placed their current entries, in order, each with the preceding entry of an unchanged row; null: at the
 *   beginning.
 */
function reordered (
  entries: Int32Array,
  rowOf: (entry: number) => number,
  touched: readonly number[],
  placed: ReadonlyArray<readonly [entry: number, behind: number | null]>
): Int32Array {
  const arriving = new Map<number | null, number[]>()
  for (const [entry, behind] of placed) addToGroup(arriving, behind, entry)
  const leaving = new Set(touched)
  const anchors = placed.flatMap(([, behind]) => behind === null ? [] : [rowOf(behind)])
  // A fast test that skips most rows: they have neither changed nor does a changed row come behind them.
  const matters = Ids.of(Int32Array.from([...touched, ...anchors])).lookup()
  const result = new Int32Array(entries.length + placed.length)
  let length = 0
  const add = (some: ArrayLike<number>): void => {
    result.set(some, length)
    length += some.length
  }
  add(arriving.get(null) ?? [])
  let from = 0
  for (let at = 0; at < entries.length; at++) {
    const row = rowOf(entries[at]!)
    if (!matters(row)) continue
    const leaves = leaving.has(row)
    add(entries.subarray(from, leaves ? at : at + 1))
    from = at + 1
    if (!leaves) add(arriving.get(entries[at]!) ?? [])
  }
  add(entries.subarray(from))
  return result.slice(0, length)
}
