/**
 * Runs `work` for all elements, up to `width` in parallel, and reads elements only when needed. After an error no
 * further work starts; the error is thrown when all running work has ended.
 */
export async function inParallel<T> (
  elements: Iterable<T> | AsyncIterable<T>, width: number, work: (element: T) => Promise<void>
): Promise<void> {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  for await (const element of elements) {
    if (failures.length > 0) break
    const task = work(element)
      .catch((error: unknown) => { failures.push(error) })
      .finally(() => { running.delete(task) })
    running.add(task)
    if (running.size >= width) await Promise.race(running)
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
}
