/**
 * The ids that are in a set, in their order.
 *
 * A loop, as wherever requests visit many elements: V8 discards the optimized code of a closure created for one call,
 * as `filter` needs it, at each garbage collection, and would optimize it again and again.
 */
export function filterIds (ids: Iterable<number>, set: { has (id: number): boolean }): number[] {
  const found: number[] = []
  for (const id of ids) if (set.has(id)) found.push(id)
  return found
}

/** The ids that are not in a set, in their order. */
export function excludeIds (ids: Iterable<number>, set: { has (id: number): boolean }): number[] {
  const found: number[] = []
  for (const id of ids) if (!set.has(id)) found.push(id)
  return found
}

export function isAnyIn (ids: ArrayLike<number>, set: { has (id: number): boolean }): boolean {
  for (let at = 0; at < ids.length; at++) if (set.has(ids[at]!)) return true
  return false
}

export function concatenated (lists: ReadonlyArray<ArrayLike<number>>): Int32Array {
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}

/** Binary search in an ascending list: the position of the first number that is not smaller. */
export function positionOf (list: ArrayLike<number>, number: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]! < number) low = middle + 1
    else high = middle
  }
  return low
}
