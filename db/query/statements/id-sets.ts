/**
 * Those of some ids that are in a set, in their order.
 *
 * A loop, as wherever requests visit many elements: V8 forgets the optimized code of a function that was made for one
 * call, such as those that `filter` takes, whenever it collects garbage, and would optimize it again and again.
 */
export function filterIds (ids: Iterable<number>, set: { has (id: number): boolean }): number[] {
  const found: number[] = []
  for (const id of ids) if (set.has(id)) found.push(id)
  return found
}

/** Those of some ids that are not in a set, in their order. */
export function others (ids: Iterable<number>, set: { has (id: number): boolean }): number[] {
  const found: number[] = []
  for (const id of ids) if (!set.has(id)) found.push(id)
  return found
}

/** Ids of those rows that are of a kind, in their order. */
export function idsOfKind<Kind> (rows: Iterable<{ id: number, kind: Kind }>, kind: Kind): number[] {
  const ids: number[] = []
  for (const row of rows) if (row.kind === kind) ids.push(row.id)
  return ids
}

/** Whether one of some ids is in a set. */
export function isAnyIn (ids: ArrayLike<number>, set: { has (id: number): boolean }): boolean {
  for (let at = 0; at < ids.length; at++) if (set.has(ids[at]!)) return true
  return false
}

/** The ids of some lists, one list after the other. */
export function concatenated (lists: ReadonlyArray<ArrayLike<number>>): Int32Array {
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}
