/** Works on up to `most` elements at the same time, and gives the results in order. */
export async function * ahead<T, R> (
  elements: AsyncIterable<T>, most: number, work: (element: T) => Promise<R>
): AsyncIterable<R> {
  const running: Array<Promise<R>> = []
  for await (const element of elements) {
    const result = work(element)
    // The one that is waited for reports its error; the others may fail meanwhile.
    result.catch(() => {})
    running.push(result)
    if (running.length >= most) yield await running.shift()!
  }
  while (running.length > 0) yield await running.shift()!
}
