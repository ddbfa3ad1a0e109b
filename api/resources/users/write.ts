import { and, eq, ne } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import { user } from '../../../db/tables/index.js'
import { checkPrivilege, isRole } from '../../access/access.js'
import { ROLES } from '../../../schemas/administration/roles.js'
import { emailProblems } from '../../access/accounts/email-address.js'
import { ValidationError } from '../../core/calls/errors.js'
import { isObject, toFlag } from '../../core/calls/given.js'
import { endSessions } from '../../access/accounts/sessions.js'
import { now } from '../../core/answers/dates.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import type { WriteContext } from '../definition/read-context.js'
import { Fields, MAX_CHARACTERS } from '../shared/writing/fields.js'
import { insertRow, isTaken, storedRow } from '../shared/writing/table-rows.js'
import { ACTIVATE_USER, CHANGE_ROLE, CHANGE_ROLE_ADMIN } from './access.js'

type Account = typeof user.$inferSelect

/**
 * Accounts (docs/contract/admin-resources.md §5, docs/contract/acl.md §5). Passwords are not set through this resource
 * type.
 */
export const userWriter: ResourceWriter = {
  async create (context, payload) {
    const fields = new Fields(payload)
    const columns = await columnsOf(context, fields, undefined)
    const created = now()
    return await insertRow(context, user, { ...columns, created, modified: created })
  },

  async update (context, id, payload, call) {
    const current = await storedRow(context, user, 'User', id)
    const columns = await columnsOf(context, new Fields(payload, call), current)
    if (columns.role !== 'global_admin') await refuseLastAdmin(context, current, 'o:role')
    if (!columns.isActive) await refuseLastAdmin(context, current, 'o:is_active')
    await context.database.update(user).set({ ...columns, modified: now() }).where(eq(user.id, id))
    // A browser that was signed in before must not be signed in again when the account is reactivated.
    if (!columns.isActive) await endSessions(context.database, id)
    return {}
  },

  async delete (context, id) {
    await refuseLastAdmin(context, await storedRow(context, user, 'User', id), 'o:role')
    await context.database.delete(user).where(eq(user.id, id))
    return {}
  }
}

/**
 * Checks privileges before validity, because validation messages would reveal facts to actors without the privilege.
 */
async function columnsOf (context: WriteContext, fields: Fields, current: Account | undefined) {
  const role = roleAfter(context, fields, current)
  const isActive = isActiveAfter(context, fields, current)
  const name = fields.required('o:name', 'The name cannot be empty.', {
    max: MAX_CHARACTERS.name, truthy: true, stored: current?.name
  })
  const email = fields.isGiven('o:email') ? await emailIn(context, fields, current) : current!.email
  if (role === '') fields.errors.add('o:role', 'Users must have a role.')
  else if (role !== current?.role && !isRole(role)) {
    fields.errors.add('o:role', `There is no role ${JSON.stringify(role)}; there are ${ROLES.join(', ')}.`)
  }
  fields.refuse()
  return { name, nameKey: sortKey(name), email, emailKey: sortKey(email), role: role as string, isActive }
}

/** An unchanged address is not validated, because it may be older than the rules. */
async function emailIn (
  context: WriteContext,
  { payload, errors }: Fields,
  current: Account | undefined
): Promise<string> {
  const given = payload['o:email']
  if (given !== undefined && given === current?.email) return current.email
  const problems = emailProblems(given)
  const email = typeof given === 'string' ? given : ''
  const max = MAX_CHARACTERS.name
  if ([...email].length > max) problems.push(`The text has more than ${max} characters.`)
  if (problems.length > 0) errors.add('o:email', problems, { is: email === '' ? 'required' : 'malformed' })
  else if (await isTaken(context, user, eq(user.emailKey, sortKey(email)), current?.id)) {
    errors.add('o:email', `The email ${email} is already taken.`, { is: 'taken' })
  }
  return email
}

/** The role after the write: from the payload, else the current one; `''` if a new account has none. */
function roleAfter ({ actor }: WriteContext, { payload }: Fields, current: Account | undefined): unknown {
  const given = payload['o:role']
  if (!toFlag(given) || given === current?.role) return current?.role ?? ''
  checkPrivilege(actor, CHANGE_ROLE, 'User', current)
  if (given === 'site_admin' || given === 'global_admin') checkPrivilege(actor, CHANGE_ROLE_ADMIN, 'User', current)
  return isObject(given) ? given : String(given)
}

function isActiveAfter ({ actor }: WriteContext, fields: Fields, current: Account | undefined): boolean {
  const before = current?.isActive ?? false
  const after = fields.flag('o:is_active', before)
  if (after !== before) checkPrivilege(actor, ACTIVATE_USER, 'User', current)
  return after
}

/** @throws ValidationError under `key` if this is the only active global administrator. */
async function refuseLastAdmin (
  { database }: WriteContext,
  { id, role, isActive }: Account,
  key: string
): Promise<void> {
  if (role !== 'global_admin' || !isActive) return
  const [other] = await database.select({ id: user.id }).from(user)
    .where(and(eq(user.role, 'global_admin'), eq(user.isActive, true), ne(user.id, id))).limit(1)
  if (other === undefined) {
    const message = 'This is the last active global administrator. Make another one first.'
    throw ValidationError.because(key, { is: 'last-administrator' }, message)
  }
}
