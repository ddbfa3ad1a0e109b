import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/query/statements/prepared.js'
import { ANONYMOUS_VIEWER } from '../../db/query/statements/viewer.js'
import type { Database } from '../../db/query/statements/database.js'
import { user } from '../../db/tables/index.js'
import type { Actor } from '../core/calls/actor.js'

const accountOf = prepared((database) => database.select({ id: user.id })
  .from(user).where(eq(user.id, sql.placeholder('id'))).prepare())

/**
 * Whether the actor's account still exists: it may have been deleted after the request was authenticated. Call it
 * inside a transaction, so that it cannot be deleted before the commit. True for actors without an account.
 */
export async function hasAccount (database: Database, { id }: Actor): Promise<boolean> {
  return id === null || await accountOf(database, ANONYMOUS_VIEWER).get({ id }) !== undefined
}

/** The message for an actor whose account does not exist. */
export function noAccount ({ id }: Actor): string {
  return `There is no account ${id}.`
}
