import { OneByOne } from './one-by-one.js'

/**
 * The writes of this process, by the identity of the database. Without this queue, SQLite would block the thread while
 * waiting for another connection of the same thread, which then could never finish.
 */
export const writeTurns = new OneByOne<string>()
