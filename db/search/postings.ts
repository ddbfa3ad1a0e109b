import { positionOf } from '../ascending.js'

/** The most that a byte holds. */
const MOST_NARROW = 255
/** Bytes of an id and its count in a list. */
const LISTED = 5

/** Ids, ascending, and the count of each. */
export interface Listed { readonly ids: Int32Array, readonly counts: Uint8Array | Uint32Array }

/**
 * The documents that contain something, and how often each of them does: a list where they are few, a byte for each id
 * up to the highest where that takes less memory. Does not change.
 */
export class Postings {
  static readonly NONE = new Postings({ ids: new Int32Array(), counts: new Uint8Array() })

  /** @param list ascending; absent: `byId` has the counts of all ids. */
  private constructor (private readonly list: Listed | undefined, private readonly byId = new Uint8Array()) {}

  static #of ({ ids, counts }: Listed): Postings {
    const size = (ids.at(-1) ?? 0) + 1
    if (counts instanceof Uint32Array || size > LISTED * ids.length) return new Postings({ ids, counts })
    const byId = new Uint8Array(size)
    for (let at = 0; at < ids.length; at++) byId[ids[at]!] = counts[at]!
    return new Postings(undefined, byId)
  }

  /** @param occurrences ids of documents, ascending, repeated for each occurrence. */
  static of (occurrences: Int32Array): Postings {
    const ids = new Int32Array(occurrences.length)
    const counts = new Uint32Array(occurrences.length)
    let length = 0
    for (let at = 0; at < occurrences.length; at++) {
      if (occurrences[at] !== occurrences[at - 1]) ids[length++] = occurrences[at]!
      counts[length - 1]!++
    }
    return Postings.#of({ ids: ids.slice(0, length), counts: narrowed(counts.subarray(0, length)) })
  }

  /** @param given ids of documents, ascending; one may come again. @param totals how often each contains it. */
  static counted (given: readonly number[], totals: readonly number[]): Postings {
    const ids = new Int32Array(given.length)
    const counts = new Uint32Array(given.length)
    let length = 0
    for (let at = 0; at < given.length; at++) {
      if (given[at] !== given[at - 1]) ids[length++] = given[at]!
      counts[length - 1]! += totals[at]!
    }
    return Postings.#of({ ids: ids.slice(0, length), counts: narrowed(counts.subarray(0, length)) })
  }

  /** Documents that contain it once each. @param ids ascending. */
  static once (ids: Int32Array): Postings {
    return Postings.#of({ ids, counts: new Uint8Array(ids.length).fill(1) })
  }

  get byteLength (): number {
    return this.list === undefined ? this.byId.byteLength : this.list.ids.byteLength + this.list.counts.byteLength
  }

  /** The ids, ascending, and the count of each. Not to be changed. */
  toList (): Listed {
    if (this.list !== undefined) return this.list
    const { byId } = this
    const ids = new Int32Array(byId.length)
    const counts = new Uint8Array(byId.length)
    let length = 0
    for (let id = 0; id < byId.length; id++) {
      if (byId[id] === 0) continue
      ids[length] = id
      counts[length++] = byId[id]!
    }
    return { ids: ids.subarray(0, length), counts: counts.subarray(0, length) }
  }

  /** The same after documents have changed. @param now how often each of them contains it now, by id. */
  changed (now: ReadonlyMap<number, number>): Postings {
    const changes: Array<[id: number, count: number]> = []
    let isNarrow = true
    for (const [id, count] of now) {
      if (this.#count(id) === count) continue
      changes.push([id, count])
      isNarrow &&= count <= MOST_NARROW
    }
    if (changes.length === 0) return this
    changes.sort(ascending)
    if (this.list !== undefined || !isNarrow) return Postings.#of(changedList(this.toList(), changes, isNarrow))
    const byId = new Uint8Array(Math.max(this.byId.length, changes.at(-1)![0] + 1))
    byId.set(this.byId)
    for (const [id, count] of changes) byId[id] = count
    return new Postings(undefined, byId)
  }

  /** Those of the documents that pass a test. */
  among (passes: (id: number) => boolean): Postings {
    const { ids, counts } = this.toList()
    const passing = ids.map((id) => Number(passes(id)))
    const isPassing = (_: number, at: number): boolean => passing[at] === 1
    return Postings.#of({ ids: ids.filter(isPassing), counts: counts.filter(isPassing) })
  }

  #count (id: number): number {
    if (this.list === undefined) return this.byId[id] ?? 0
    const at = positionOf(this.list.ids, id)
    return this.list.ids[at] === id ? this.list.counts[at]! : 0
  }
}

const ascending = ([one]: readonly [number, number], [other]: readonly [number, number]): number => one - other

function changedList (
  { ids: old, counts: before }: Listed, changes: ReadonlyArray<[id: number, count: number]>, isNarrow: boolean
): Listed {
  const ids = new Int32Array(old.length + changes.length)
  const counts = isNarrow && before instanceof Uint8Array ? new Uint8Array(ids.length) : new Uint32Array(ids.length)
  let length = 0
  let from = 0
  const keepTo = (end: number): void => {
    ids.set(old.subarray(from, end), length)
    counts.set(before.subarray(from, end), length)
    length += end - from
  }
  for (const [id, count] of changes) {
    const at = positionOf(old, id)
    keepTo(at)
    from = old[at] === id ? at + 1 : at
    if (count === 0) continue
    ids[length] = id
    counts[length++] = count
  }
  keepTo(old.length)
  return { ids: ids.slice(0, length), counts: counts.slice(0, length) }
}

/** A copy in as few bytes as the numbers allow. */
function narrowed (counts: Uint32Array): Uint8Array | Uint32Array {
  for (let at = 0; at < counts.length; at++) if (counts[at]! > MOST_NARROW) return counts.slice()
  return new Uint8Array(counts)
}
