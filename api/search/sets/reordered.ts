import { Ids } from '../context/ids.js'

/**
 * Entries in order, after those of some rows have changed.
 *
 * @param rowOf the row of an entry. @param touched the rows whose entries may have left, moved or entered.
 * @param placed the entries that they have now, in order, with the one of another row that each comes behind; null:
 *   before all of them.
 */
export function reordered (
  entries: Int32Array,
  rowOf: (entry: number) => number,
  touched: readonly number[],
  placed: ReadonlyArray<readonly [entry: number, behind: number | null]>
): Int32Array {
  const arriving = new Map<number | null, number[]>()
  for (const [entry, behind] of placed) {
    const together = arriving.get(behind)
    if (together === undefined) arriving.set(behind, [entry])
    else together.push(entry)
  }
  const leaving = new Set(touched)
  const anchors = placed.flatMap(([, behind]) => behind === null ? [] : [rowOf(behind)])
  // Most rows are neither: this test is all that they cost.
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
