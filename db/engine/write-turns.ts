/**
 * The last queued write of this process to each database; the next one waits for it. Without this queue, SQLite would
 * block the thread while waiting for another connection of the same thread, which then could never finish.
 */
const lastWrites = new Map<string, Promise<unknown>>()

/** Runs a step after all earlier writes of this process to the same database. */
export function inTurn<T> (database: string, step: () => Promise<T>): Promise<T> {
  const run = (lastWrites.get(database) ?? Promise.resolve()).then(step)
  lastWrites.set(database, run.catch(() => {}))
  return run
}

/** Resolves when all queued steps, and steps queued in the meantime, have ended. */
export async function lastTurn (database: string): Promise<void> {
  for (let last; last !== lastWrites.get(database);) {
    last = lastWrites.get(database)
    await last
  }
}
