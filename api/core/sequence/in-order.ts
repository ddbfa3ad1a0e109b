/** Sorts rows by a list of ids; rows that it does not contain come last, in their given order. */
export function inOrder<Row> (rows: readonly Row[], idOf: (row: Row) => number, order: readonly number[]): Row[] {
  const rank = new Map(order.map((id, at) => [id, at]))
  const rankOf = (row: Row): number => rank.get(idOf(row)) ?? order.length
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b))
}
