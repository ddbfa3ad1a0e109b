/** Turns of the event loop available to others during `work`, or until it has done what counts. */
export async function turnsDuring (work: () => Promise<unknown>, isDone = (): boolean => false): Promise<number> {
  let turns = 0
  let hasEnded = false
  const count = (): void => {
    if (isDone()) return
    turns++
    if (!hasEnded) setImmediate(count)
  }
  setImmediate(count)
  await work()
  hasEnded = true
  return turns
}
