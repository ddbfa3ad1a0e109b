import { Ids } from '../context/ids.js'
import type { Window } from '../context/window.js'

/** Rows in the order of a key, ascending or descending. Rows with equal keys are sorted by id in that direction. */
export interface Sequence {
  /** Ids of the rows from a position on; 0 where there is no row for the viewer. Less than `count` only at the end. */
  read (position: number, count: number): Promise<Int32Array>
  /** The rows in the sequence; undefined: all rows of the type. */
  readonly members: (() => Promise<Ids>) | undefined
}

/**
 * A sequence of which all entries are in memory.
 *
 * @param entries ascending by the key. @param rowOf the row of an entry, or 0.
 */
export function listed (
  entries: Int32Array, direction: 'asc' | 'desc', rowOf?: (entry: number) => number
): Pick<Sequence, 'read'> {
  return {
    read: async (position, count) => {
      const { length } = entries
      const part = direction === 'asc'
        ? entries.subarray(position, position + count)
        : entries.slice(Math.max(0, length - position - count), Math.max(0, length - position)).reverse()
      return rowOf === undefined ? part : part.map(rowOf)
    }
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
  sequence: Sequence,
  found: Ids,
  direction: 'asc' | 'desc',
  { offset, limit }: Window = { offset: 0, limit: undefined }
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
