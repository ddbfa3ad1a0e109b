/**
 * Reads rows page by page, in the order of a key.
 * @param first less than all keys.
 * @param page reads the rows after a key; none at the end.
 */
export async function * pages<Row, Key> (
  first: Key, keyOf: (row: Row) => Key, page: (after: Key) => Promise<Row[]>
): AsyncGenerator<Row[]> {
  for (let after = first; ;) {
    const rows = await page(after)
    if (rows.length === 0) return
    yield rows
    after = keyOf(rows.at(-1)!)
  }
}

/** Splits a list into parts of a size; the last one may be smaller. */
export function * partsOf<T> (list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

/** As `partsOf`, for elements that arrive one by one. */
export async function * gathered<T> (elements: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<T[]> {
  let part: T[] = []
  for await (const element of elements) {
    part.push(element)
    if (part.length < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
