import { eq } from 'drizzle-orm'
import { sortKey } from '../../db/collation/index.js'
import type { Database } from '../../db/sqlite.js'
import { user } from '../../db/tables/index.js'
import { checkEntity, checkType } from '../access/access.js'
import type { Actor } from '../access/actor.js'
import { NotFoundError } from '../errors.js'

export type Account = typeof user.$inferSelect

/** The id or the e-mail address (in any case) of an account. */
export type AccountName = number | string

const USERS = { name: 'users', entity: 'User' }

/** @throws NotFoundError */
export async function accountOf (database: Database, name: AccountName): Promise<Account> {
  const condition = typeof name === 'number' ? eq(user.id, name) : eq(user.emailKey, sortKey(name))
  const [row] = await database.select().from(user).where(condition)
  if (row !== undefined) return row
  throw typeof name === 'number'
    ? NotFoundError.entity('User', name)
    : new NotFoundError(
      `There is no user with the e-mail address ${name}.`
    )
}

/**
 * An account whose password and keys the actor may change: its own, and those that it may update
 * (docs/contract/acl.md §5).
 *
 * @throws PermissionError, NotFoundError
 */
export async function editableAccount (database: Database, name: AccountName, actor: Actor): Promise<Account> {
  checkType(actor, 'update', USERS)
  const account = await accountOf(database, name)
  checkEntity(actor, 'update', USERS, account)
  return account
}

/** @throws PermissionError when the actor may not change every account. */
export function checkEditsAll (actor: Actor): void {
  checkEntity(actor, 'update', USERS, { role: 'global_admin' })
}
