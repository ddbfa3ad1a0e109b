import { sortEntryId } from '../../db/search/order.js'
import { Ids } from './ids.js'
import type { Window } from './window.js'

/** Rows in the order of a key, ascending; rows with the same key are in ascending order of their ids. */
export interface Sequence {
  readonly length: number
  /** The id of the row at a position; undefined if there is none for this viewer. */
  at (position: number): number | undefined
  /** All rows that are in it; undefined: every row of the type is. */
  readonly members: Ids | undefined
}

/** All rows of a type. */
export const wholeSequence = (ids: Int32Array): Sequence =>
  ({ length: ids.length, at: (position) => ids[position], members: undefined })

/** The rows with a sort entry that counts for the viewer. @param members those rows. */
export function entrySequence (
  entries: Int32Array,
  counts: (entry: number) => boolean,
  members: Ids
): Sequence {
  const at = (position: number): number | undefined => {
    const entry = entries[position]!
    return counts(entry) ? sortEntryId(entry) : undefined
  }
  return { length: entries.length, at, members }
}

/** The rows that have an entry which counts. */
export function rowsWithEntry (entries: Int32Array, counts: (entry: number) => boolean): Ids {
  const ids = new Int32Array(entries.length)
  let length = 0
  for (let at = 0; at < entries.length; at++) {
    if (counts(entries[at]!)) ids[length++] = sortEntryId(entries[at]!)
  }
  return Ids.of(ids.subarray(0, length))
}

/**
 * The ids in a window, in the order of a sequence; those that are not in it come first, and last in descending order.
 * Only as much of the sequence is read as the page needs.
 */
export function pageInOrder (
  sequence: Sequence,
  found: Ids,
  direction: 'asc' | 'desc',
  { offset, limit }: Window = { offset: 0, limit: undefined }
): number[] {
  const end = Math.min(found.size, limit === undefined ? found.size : offset + limit)
  const others = sequence.members === undefined ? Ids.NONE : found.without(sequence.members)
  const inOrder = found.size - others.size
  // Either part of the page may be empty.
  const part = (from: number): Window => {
    const [first, last] = [Math.max(0, offset - from), Math.max(0, end - from)]
    return { offset: first, limit: Math.max(0, last - first) }
  }
  return direction === 'asc'
    ? [...others.in(upTo(others.size, part(0))), ...walk(sequence, found, 1, part(others.size))]
    : [...walk(sequence, found, -1, upTo(inOrder, part(0))), ...others.in(part(inOrder), 'desc')]
}

const upTo = (size: number, { offset, limit = size }: Window): Window =>
  ({ offset, limit: Math.max(0, Math.min(limit, size - offset)) })

function walk (sequence: Sequence, found: Ids, step: 1 | -1, { offset, limit }: Window): number[] {
  const ids: number[] = []
  if (limit === 0) return ids
  const isFound = found.lookup()
  let toSkip = offset
  for (let at = step === 1 ? 0 : sequence.length - 1; at >= 0 && at < sequence.length; at += step) {
    const id = sequence.at(at)
    if (id === undefined || !isFound(id) || toSkip-- > 0) continue
    ids.push(id)
    if (ids.length === limit) break
  }
  return ids
}
