import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.js'
import { EVERYBODY } from '../../db/search/viewer.js'
import type { Database } from '../../db/sqlite.js'
import { user } from '../../db/tables/index.js'
import type { Actor } from './actor.js'

const accountOf = prepared((database) => database.select({ id: user.id })
  .from(user).where(eq(user.id, sql.placeholder('id'))).prepare())

/**
 * Whether the actor's account still exists. It may have been deleted since the request was authenticated; inside a
 * transaction, nobody can delete it before the transaction ends. True for actors without an account.
 */
export async function hasAccount (database: Database, { id }: Actor): Promise<boolean> {
  return id === null || await accountOf(database, EVERYBODY).get({ id }) !== undefined
}
