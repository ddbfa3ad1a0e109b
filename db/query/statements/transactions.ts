import { sql } from 'drizzle-orm'
import type { Database } from './database.js'

/** Runs work in a transaction, on a connection that nothing else uses. When the work throws, it is rolled back. */
export async function transact (database: Database, work: () => Promise<void>): Promise<void> {
  await within(database, 'BEGIN', work, ['COMMIT'], ['ROLLBACK'])
}

/** Within a transaction: runs work in a savepoint. When the work throws, only its own changes are rolled back. */
export async function nested (database: Database, work: () => Promise<void>): Promise<void> {
  const release = 'RELEASE SAVEPOINT nested'
  await within(database, 'SAVEPOINT nested', work, [release], ['ROLLBACK TO SAVEPOINT nested', release])
}

async function within (
  database: Database, begin: string, work: () => Promise<void>, end: readonly string[], undo: readonly string[]
): Promise<void> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await database.run(sql.raw(statement))
  }
  await run([begin])
  try {
    await work()
    await run(end)
  } catch (error) {
    // Some errors, such as a full disk, have ended the whole transaction already.
    await run(undo).catch(() => {})
    throw error
  }
}
