import { and, asc, count, eq, gt, gte, inArray, isNotNull, lte, or, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder, union } from 'drizzle-orm/sqlite-core'
import { ANONYMOUS_VIEWER, isVisibleItemSet } from '../../../db/query/statements/viewer.js'
import { isOneOf, withoutIndex } from '../../../db/query/statements/dialect.js'
import type { Database } from '../../../db/query/statements/database.js'
import { changeLog, itemItemSet, leftItemSet, resource, resourceChange } from '../../../db/tables/index.js'
import { addToGroup } from '../../core/sequence/group-by.js'
import { Turns } from '../../core/sequence/turns.js'
import type { Selection } from './arguments.js'

/** The header of a record, from the last change of its item that was publicly visible. */
export interface Header {
  id: number
  /** Position in the change log. */
  position: number
  /** Seconds since 1970. */
  time: number
  /** Whether it is deleted or private. */
  isDeleted: boolean
}

/** Log entries that are read before other requests may run. */
const ENTRIES_PER_SCAN = 2000

/**
 * Members of item sets up to this size are sorted for each request; for larger sets the log is scanned for members.
 */
const SORTED_SET_MAX_ITEMS = 10_000

/** Longer lists are not counted. */
const COUNTED_MAX_HEADERS = 10_000

const COLUMNS = {
  id: resourceChange.resourceId,
  position: sql<number>`${resourceChange.publicPosition}`,
  time: sql<number>`${resourceChange.publicTime}`,
  isDeleted: sql<boolean>`1 - ${resourceChange.isPublic}`.mapWith(Boolean)
}

/** Items that are or were public. */
const ONCE_PUBLIC = and(eq(resourceChange.kind, 'item'), isNotNull(resourceChange.publicPosition))

const query = new QueryBuilder()

/**
 * The headers of all items that are or were public, in the order of the change log: items that are written while a
 * harvester reads the list move to its end, and every part of the list costs the same.
 */
export class Headers {
  constructor (private readonly database: Database, private readonly smallSet = SORTED_SET_MAX_ITEMS) {}

  /** The header of an item; undefined when it was never public. */
  async find (id: number): Promise<Header | undefined> {
    const [found] = await this.database.select(COLUMNS).from(resourceChange)
      .where(and(ONCE_PUBLIC, eq(resourceChange.resourceId, id)))
    return found
  }

  /** The time of the first header; undefined when there is none. */
  async earliest (): Promise<number | undefined> {
    const [first] = await this.#after(-1, 1)
    return first?.time
  }

  /** Up to `limit` headers of a selection after a position. */
  async list ({ from, until, set }: Selection, after: number, limit: number): Promise<Header[]> {
    const begin = from === undefined ? after : Math.max(after, await this.#positionBefore(from))
    const isWanted = ({ time }: Header): boolean => until === undefined || time <= until
    if (set === undefined) return (await this.#after(begin, limit)).filter(isWanted)
    const setId = await this.#setId(set)
    if (setId === undefined) return []
    if (await this.#isSmall(setId)) return (await this.#after(begin, limit, isMember(setId))).filter(isWanted)
    const found: Header[] = []
    const turns = new Turns()
    for (let position = begin; ;) {
      const some = await this.#after(position, ENTRIES_PER_SCAN)
      const sets = await this.setsOf(some)
      found.push(...some.filter((header) => sets.get(header.id)?.includes(setId) === true && isWanted(header)))
      const last = some.at(-1)
      if (found.length >= limit || last === undefined || !isWanted(last)) return found.slice(0, limit)
      position = last.position
      await turns.next()
    }
  }

  /** The number of headers in a selection; undefined when counting would take too long. */
  async count ({ from, until, set }: Selection): Promise<number | undefined> {
    const after = from === undefined ? -1 : await this.#positionBefore(from)
    const before = until === undefined ? undefined : await this.#positionBefore(until + 1)
    const setId = set === undefined ? undefined : await this.#setId(set)
    if (set !== undefined && (setId === undefined || !await this.#isSmall(setId))) return undefined
    const some = this.database.select({ one: sql`1`.as('one') }).from(resourceChange).where(and(
      setId === undefined ? ONCE_PUBLIC : isMember(setId),
      gt(resourceChange.publicPosition, after),
      before === undefined ? undefined : lte(resourceChange.publicPosition, before)
    )).limit(COUNTED_MAX_HEADERS + 1).as('some')
    const [row] = await this.database.select({ total: count() }).from(some)
    return row!.total > COUNTED_MAX_HEADERS ? undefined : row!.total
  }

  /**
   * Ids of the public item sets of items; for deleted or hidden items, the sets that they were in when they were last
   * public.
   */
  async setsOf (headers: readonly Header[]): Promise<Map<number, number[]>> {
    const idsOf = (isDeleted: boolean): number[] =>
      headers.flatMap((header) => header.isDeleted === isDeleted ? header.id : [])
    const rows = await union(
      this.database.select({ item: itemItemSet.itemId, set: itemItemSet.itemSetId }).from(itemItemSet)
        .where(isOneOf(itemItemSet.itemId, idsOf(false))),
      this.database.select({ item: leftItemSet.itemId, set: leftItemSet.itemSetId }).from(leftItemSet)
        .where(isOneOf(leftItemSet.itemId, idsOf(true)))
    )
    const named = [...new Set(rows.map(({ set }) => set))]
    const open = new Set((await this.database.select({ id: resource.id }).from(resource)
      .where(and(isOneOf(resource.id, named), isVisibleItemSet(ANONYMOUS_VIEWER)))).map(({ id }) => id))
    const sets = new Map<number, number[]>()
    for (const { item, set } of rows) if (open.has(set)) addToGroup(sets, item, set)
    for (const ids of sets.values()) ids.sort((a, b) => a - b)
    return sets
  }

  async #after (position: number, limit: number, isWanted = ONCE_PUBLIC): Promise<Header[]> {
    return await this.database.select(COLUMNS).from(resourceChange)
      .where(and(isWanted, gt(resourceChange.publicPosition, position)))
      .orderBy(asc(resourceChange.publicPosition)).limit(limit)
  }

  /**
   * The last position before a time, by binary search: times ascend with positions, so they need no index of their
   * own.
   */
  async #positionBefore (time: number): Promise<number> {
    const [log] = await this.database.select({ last: changeLog.position }).from(changeLog)
    let [low, high] = [-1, log!.last]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const [next] = await this.database.select(COLUMNS).from(resourceChange)
        .where(and(ONCE_PUBLIC, gte(resourceChange.publicPosition, middle)))
        .orderBy(asc(resourceChange.publicPosition)).limit(1)
      if (next !== undefined && next.time < time) low = next.position
      else high = middle - 1
    }
    return low
  }

  /** The id of the public item set with this setSpec. */
  async #setId (set: string): Promise<number | undefined> {
    const [, id] = /^item_set_([1-9]\d{0,14})$/.exec(set) ?? []
    if (id === undefined) return undefined
    const [found] = await this.database.select({ id: resource.id }).from(resource)
      .where(and(eq(resource.id, Number(id)), isVisibleItemSet(ANONYMOUS_VIEWER)))
    return found?.id
  }

  async #isSmall (setId: number): Promise<boolean> {
    // Sorted by the index: otherwise SQLite would scan the item sets of all items.
    const present = this.database.select({ id: itemItemSet.itemId }).from(itemItemSet)
      .where(eq(itemItemSet.itemSetId, setId)).orderBy(asc(itemItemSet.itemSetId), asc(itemItemSet.itemId))
    const left = this.database.select({ id: leftItemSet.itemId }).from(leftItemSet)
      .where(eq(leftItemSet.itemSetId, setId))
    const sizes = [present, left].map(async (members) => (await members.limit(this.smallSet + 1)).length)
    return (await Promise.all(sizes)).every((size) => size <= this.smallSet)
  }
}

export function setSpec (id: number): string {
  return `item_set_${id}`
}

/**
 * The condition that an item is in a set, or was when it was deleted or hidden. An item that still exists but has left
 * the set is not a deleted record. Excludes the index on kinds, which would scan the whole log.
 */
function isMember (setId: number): SQL | undefined {
  const present = query.select({ id: itemItemSet.itemId }).from(itemItemSet).where(eq(itemItemSet.itemSetId, setId))
  const left = query.select({ id: leftItemSet.itemId }).from(leftItemSet).where(eq(leftItemSet.itemSetId, setId))
  return and(
    inArray(resourceChange.resourceId, union(present, left)),
    eq(withoutIndex(resourceChange.kind), 'item'),
    isNotNull(resourceChange.publicPosition),
    or(
      and(eq(resourceChange.isPublic, true), inArray(resourceChange.resourceId, present)),
      and(eq(resourceChange.isPublic, false), inArray(resourceChange.resourceId, left))
    )
  )
}
