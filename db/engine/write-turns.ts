import { OneByOne } from './one-by-one.js'

/**
 * The writes of this process, by database. Without this queue, SQLite would block the thread while waiting for another
 * connection of the same thread, which then could never finish.
 */
const writes = new OneByOne<string>()

/** Runs a step after all earlier writes of this process to the same database. */
export async function inTurn<T> (database: string, step: () => Promise<T>): Promise<T> {
  return await writes.run(database, step)
}

/** Resolves when all queued steps, and steps queued in the meantime, have ended. */
export async function lastTurn (database: string): Promise<void> {
  await writes.ended(database)
}
