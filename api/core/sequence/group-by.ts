/** Groups rows by a key, as `Map.groupBy` does (Node 21); each group keeps the order of its rows. */
export function groupBy<Row, Key> (rows: Iterable<Row>, keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

/** Adds a single row to the group of a key. */
export function addToGroup<Row, Key> (groups: Map<Key, Row[]>, key: Key, row: Row): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [row])
  else group.push(row)
}

/** Whether two lists have the same elements, in the same order. */
export function areSame (some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((element, at) => element === others[at])
}

/** Sorts rows by a list of ids; rows that it does not contain come last, in their given order. */
export function inOrder<Row> (rows: readonly Row[], idOf: (row: Row) => number, order: readonly number[]): Row[] {
  const rank = new Map(order.map((id, at) => [id, at]))
  const rankOf = (row: Row): number => rank.get(idOf(row)) ?? order.length
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b))
}
