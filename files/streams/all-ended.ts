/**
 * What all of some work gives, once all of it has ended, also where some of it fails: so that nothing goes on behind
 * whoever cleans up.
 *
 * @throws the first failure, in the order of the work.
 */
export async function allEnded<T> (work: ReadonlyArray<Promise<T>>): Promise<T[]> {
  await Promise.allSettled(work)
  return await Promise.all(work)
}
