/**
 * The last write of this process to each database; the next one waits for it. Without this queue, SQLite would block
 * the thread to wait for the other connection, which then could never finish.
 */
const lastWrites = new Map<string, Promise<unknown>>()

/** Runs a step after all earlier steps of this process that write to the same database. */
export function inTurn<T> (database: string, step: () => Promise<T>): Promise<T> {
  const run = (lastWrites.get(database) ?? Promise.resolve()).then(step)
  lastWrites.set(database, run.catch(() => {}))
  return run
}

/** Ends when the steps that wait now, and those that follow at once, have ended. */
export async function lastTurn (database: string): Promise<void> {
  for (let last; last !== lastWrites.get(database);) {
    last = lastWrites.get(database)
    await last
  }
}
