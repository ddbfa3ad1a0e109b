import { eq } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import type { Database } from '../../../db/query/statements/database.js'
import { user } from '../../../db/tables/index.js'
import { checkEntity, checkType, type Guarded } from '../access.js'
import type { Actor } from '../../core/calls/actor.js'
import { NotFoundError } from '../../core/calls/errors.js'

export type Account = typeof user.$inferSelect

/** Identifies an account by its id or its e-mail address (case-insensitive). */
export type AccountName = number | string

/** @throws NotFoundError */
export async function accountOf (database: Database, name: AccountName): Promise<Account> {
  const condition = typeof name === 'number' ? eq(user.id, name) : eq(user.emailKey, sortKey(name))
  const [row] = await database.select().from(user).where(condition)
  if (row !== undefined) return row
  throw typeof name === 'number'
    ? NotFoundError.entity('User', name)
    : new NotFoundError(`There is no user with the e-mail address ${name}.`)
}

/**
 * Looks up an account whose password and keys the actor may change: its own, or one that it may update
 * (docs/contract/acl.md §5).
 * @param users the resource type of accounts.
 * @throws PermissionError, NotFoundError
 */
export async function editableAccount (
  database: Database, users: Guarded, name: AccountName, actor: Actor
): Promise<Account> {
  checkType(actor, 'update', users)
  const account = await accountOf(database, name)
  checkEntity(actor, 'update', users, account)
  return account
}

/** @throws PermissionError when the actor may not change every account. */
export function checkEditsAll (users: Guarded, actor: Actor): void {
  checkEntity(actor, 'update', users, { role: 'global_admin' })
}
