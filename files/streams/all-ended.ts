/**
 * Awaits all promises, even if some reject, so that nothing is still running when the caller cleans up.
 * @throws the first rejection in the order of the list.
 */
export async function allEnded<T> (work: ReadonlyArray<Promise<T>>): Promise<T[]> {
  await Promise.allSettled(work)
  return await Promise.all(work)
}
