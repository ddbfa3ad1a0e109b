/** Rows in the order of a list of ids; those that it does not name come last, in the order they had. */
export function inOrder<Row> (rows: readonly Row[], idOf: (row: Row) => number, order: readonly number[]): Row[] {
  const rank = new Map(order.map((id, at) => [id, at]))
  const rankOf = (row: Row): number => rank.get(idOf(row)) ?? order.length
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b))
}
