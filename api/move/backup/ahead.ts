/** Maps elements with up to `most` calls of `work` in parallel, and yields the results in order. */
export async function * ahead<T, R> (
  elements: AsyncIterable<T>, most: number, work: (element: T) => Promise<R>
): AsyncIterable<R> {
  const running: Array<Promise<R>> = []
  for await (const element of elements) {
    const result = work(element)
    // Only the awaited result reports its error; the others may reject meanwhile without being unhandled.
    result.catch(() => {})
    running.push(result)
    if (running.length >= most) yield await running.shift()!
  }
  while (running.length > 0) yield await running.shift()!
}
