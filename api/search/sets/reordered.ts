import { Ids } from '../context/ids.js'

/**
 * Patches a sorted list of entries for changed rows, without sorting it again.
 *
 * @param rowOf the row of an entry. @param touched the changed rows: their old entries are removed.
 * @param placed their current entries, in order, each with the preceding entry of an unchanged row; null: at the
 *   beginning.
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
