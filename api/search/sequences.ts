import { Column, is } from 'drizzle-orm'
import { idsOf, numbersOf } from '../../db/ids.js'
import { entriesFor, propertyOrder, rowsInOrder } from '../../db/search/order.js'
import { EVERYBODY } from '../../db/search/viewer.js'
import { resource } from '../../db/tables/index.js'
import type { AnswerCache } from '../cache/answer-cache.js'
import type { SearchContext } from './context.js'
import type { DatabaseRows } from './database-rows.js'
import type { Ids } from './ids.js'
import { keptIds } from './kept-sets.js'
import type { SearchableType } from './searchable.js'
import { selectIds } from './selection.js'
import { listed, rowsOfEntries, type Sequence } from './sequence.js'
import { orderBy, type SortKey } from './sorting.js'
import type { Window } from './window.js'

/**
 * With more rows than this before the end of the page, or this part of all rows, a list of all of them, which is kept,
 * is faster.
 */
const FAR = 20_000
const LARGE_PART = 0.25

/** Columns that an index has in their order, behind the kind of resource. */
const INDEXED: ReadonlySet<unknown> = new Set(
  [resource.titleSort, resource.publicTitleSort, resource.created, resource.modified].map(({ name }) => name)
)

/** Rows in order: read from an index as far as a page needs them, or from a list of all, which is kept. */
export class Sequences {
  constructor (
    private readonly context: SearchContext,
    private readonly cache: AnswerCache,
    private readonly rows: DatabaseRows
  ) {}

  /** The sequence for a page of what was found. */
  for (type: SearchableType, key: SortKey, found: Ids, window: Window | undefined): Sequence {
    const { context: { viewer }, cache } = this
    const { propertyId, direction } = key
    const name = propertyId === undefined ? `${type.name} by ${key.name ?? ''}` : `by ${propertyId}`
    const all = async (): Promise<Pick<Sequence, 'read'>> => listed(await this.#all(type, key, name), direction)
    const members = propertyId === undefined
      ? undefined
      : async () => await keptIds(cache, viewer, `sorted ${name}`, async (among) =>
        await idsOf(this.context.database, entriesFor(propertyId, viewer, among)))
    const end = window?.limit === undefined ? found.size : window.offset + window.limit
    // So many rows come before the end of the page if those that were found are spread evenly.
    const expected = end * (found.highest / found.size)
    const hasIndex = propertyId !== undefined || isIndexed(type, key)
    const isNear = hasIndex && expected <= Math.min(FAR, found.highest * LARGE_PART) &&
      !cache.hasResult(EVERYBODY, name)
    let list: Pick<Sequence, 'read'> | undefined
    const read: Sequence['read'] = async (position, count) => {
      if (isNear && position <= 2 * FAR) return await this.#read(type, key, { offset: position, limit: count })
      return await (list ??= await all()).read(position, count)
    }
    return { read, members }
  }

  async #read (type: SearchableType, { key, propertyId, direction }: SortKey, window: Window): Promise<Int32Array> {
    if (propertyId !== undefined) {
      return await numbersOf(
        this.context.database,
        rowsInOrder(propertyId, this.context.viewer, direction, window.offset, window.limit!)
      )
    }
    return await selectIds(
      type, this.context, type.scope, orderBy([{ key, direction }, { key: type.table.id, direction }]), window
    )
  }

  async #all (type: SearchableType, { key, propertyId }: SortKey, name: string): Promise<Int32Array> {
    const { context: { database, viewer }, cache, rows } = this
    if (propertyId === undefined) {
      return await cache.result(EVERYBODY, name, async () => await rows.allInOrder(type, key))
    }
    const entries = await cache.result(
      EVERYBODY, name, async () => await numbersOf(database, propertyOrder(propertyId))
    )
    return await cache.result(viewer, `rows ${name}`, async () =>
      rowsOfEntries(entries, await rows.entryFilter()).slice())
  }
}

function isIndexed ({ table, joins = [] }: SearchableType, { key }: SortKey): boolean {
  if (table !== resource || joins.length > 0) return false
  return is(key, Column) && key.table === resource && INDEXED.has(key.name)
}
