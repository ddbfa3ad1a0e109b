import { asc, eq } from 'drizzle-orm'
import { containmentKey, sortKey } from '../../db/collation/index.js'
import type { Store } from '../../db/store.js'
import { user } from '../../db/tables/index.js'
import { checkType } from '../access/access.js'
import { isRole, type Actor } from '../access/actor.js'
import { ROLES } from '../../schemas/roles.js'
import { ErrorCollector, ValidationError } from '../errors.js'
import { now } from '../dates.js'
import { accountOf, editableAccount, type Account, type AccountName } from './editable.js'
import type { Attempt, PasswordCheck } from './password-check.js'
import { hashOf } from './passwords.js'
import { endSessions } from './sessions.js'

export interface NewUser { email: string, name: string, role: string, password?: string, isActive?: boolean }

/** The columns of an account that may be shown. */
export type AccountFacts = Pick<Account, 'id' | 'name' | 'email' | 'role' | 'isActive' | 'created'>

export interface PasswordChange {
  password: string
  /** The current password, which users must know to change their own. */
  current?: string
  /** Secret of the session in which it is changed; all other sessions of the account end. */
  session?: string
  /** IP address of the client. */
  address?: string
}

/**
 * What the command line and the pages do with accounts, beyond the resource type `users` (docs/contract/acl.md §5).
 */
export class Accounts {
  readonly #store: Store
  readonly #passwords: PasswordCheck

  constructor (store: Store, passwords: PasswordCheck) {
    this.#store = store
    this.#passwords = passwords
  }

  async hasUsers (): Promise<boolean> {
    return (await this.#store.read.select({ id: user.id }).from(user).limit(1)).length > 0
  }

  /** The active account with an e-mail address, compared without case; undefined when there is none. */
  async findUser (email: string): Promise<Actor | undefined> {
    const [row] = await this.#store.read.select().from(user).where(eq(user.emailKey, sortKey(email)))
    return row !== undefined && row.isActive && isRole(row.role) ? { id: row.id, role: row.role } : undefined
  }

  /** An account that the actor may change. @throws NotFoundError, PermissionError */
  async get (name: AccountName, actor: Actor): Promise<AccountFacts> {
    return factsOf(await editableAccount(this.#store.read, name, actor))
  }

  /**
   * Accounts in the order of their names.
   *
   * @param search text that name or e-mail address must contain, compared without case; empty for all.
   * @throws PermissionError for those who may not create accounts.
   */
  async list (search: string, actor: Actor): Promise<AccountFacts[]> {
    checkType(actor, 'create', { name: 'users', entity: 'User' })
    const rows = await this.#store.read.select().from(user).orderBy(asc(user.nameKey), asc(user.id))
    const key = containmentKey(search.trim())
    return rows.filter(({ name, email }) => containmentKey(`${name}\n${email}`).includes(key)).map(factsOf)
  }

  /** @throws ValidationError naming what is missing, malformed or taken. */
  async createUser ({ email, name, role, password, isActive = true }: NewUser): Promise<{ id: number }> {
    const errors = new ErrorCollector()
    if (name.trim() === '') errors.add('o:name', 'The name cannot be empty.')
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) errors.add('o:email', `"${email}" is not an e-mail address.`)
    if (!isRole(role)) errors.add('o:role', `There is no role "${role}"; there are ${ROLES.join(', ')}.`)
    errors.throwIfAny()
    const passwordHash = password === undefined ? null : await hashOf(password)
    return await this.#store.write(async (database) => {
      const emailKey = sortKey(email)
      const [taken] = await database.select({ id: user.id }).from(user).where(eq(user.emailKey, emailKey))
      if (taken !== undefined) throw ValidationError.of('o:email', `The email ${email} is already taken.`)
      const [row] = await database.insert(user)
        .values({ email, emailKey, name, nameKey: sortKey(name), role, isActive, passwordHash, created: now() })
        .returning({ id: user.id })
      return row!
    })
  }

  /**
   * Gives an account a new password and ends its other sessions.
   *
   * @throws NotFoundError, PermissionError; ValidationError under `password` or `current`.
   */
  async changePassword (
    name: AccountName, { password, current = '', session, address = '' }: PasswordChange, actor: Actor
  ): Promise<void> {
    const account = await editableAccount(this.#store.read, name, actor)
    if (account.id === actor.id) await this.#confirm(account, { password: current, address, browser: session })
    const passwordHash = await hashOf(password)
    await this.#store.write(async (database) => {
      const { id } = await accountOf(database, account.id)
      await database.update(user).set({ passwordHash, modified: now() }).where(eq(user.id, id))
      await endSessions(database, id, session)
    })
  }

  async #confirm (
    { emailKey, passwordHash }: Account, given: Pick<Attempt, 'password' | 'address' | 'browser'>
  ): Promise<void> {
    const verdict = await this.#passwords.check({ account: emailKey, passwordHash, ...given })
    if (verdict.is === 'too-often') {
      throw ValidationError.of(
        'current', `Too many attempts. Try again in ${verdict.wait} seconds.`
      )
    }
    if (verdict.is === 'wrong') throw ValidationError.of('current', 'This is not your current password.')
  }
}

function factsOf ({ id, name, email, role, isActive, created }: Account): AccountFacts {
  return { id, name, email, role, isActive, created }
}
