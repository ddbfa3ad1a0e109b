import { asc, eq } from 'drizzle-orm'
import { containmentKey, sortKey } from '../../../db/keys/collation/index.js'
import type { Database } from '../../../db/query/statements/database.js'
import type { Store } from '../../../db/open/store.js'
import { user } from '../../../db/tables/index.js'
import { checkType, isRole, mayDo, type Guarded } from '../access.js'
import type { Actor } from '../../core/calls/actor.js'
import { ROLES } from '../../../schemas/administration/roles.js'
import { ErrorCollector, ValidationError } from '../../core/calls/errors.js'
import { now } from '../../core/answers/dates.js'
import { accountOf, editableAccount, type Account, type AccountName } from './editable.js'
import type { Attempt, PasswordCheck } from './password-check.js'
import { emailProblems } from './email-address.js'
import { hashOf, passwordProblem } from './passwords.js'
import { endSessions } from './sessions.js'

interface NewUser { email: string, name: string, role: string, password?: string, isActive?: boolean }

/** Columns of an account that may be displayed: everything but the password hash. */
export type AccountFacts = Pick<Account, 'id' | 'name' | 'email' | 'role' | 'isActive' | 'created'>

interface PasswordChange {
  password: string
  /** The current password, which users must know to change their own. */
  current?: string
  /** Secret of the session that makes the change; all other sessions of the account end. */
  session?: string
  /** IP address of the client. */
  address?: string
}

/** Account operations of the command line and the pages that the REST API does not offer (docs/contract/acl.md §5). */
export class Accounts {
  /**
   * @param users the resource type of accounts. @param title returns the title of the collection, which no password
   * may equal.
   */
  constructor (
    private readonly store: Store, private readonly users: Guarded, private readonly passwords: PasswordCheck,
    private readonly title: () => Promise<string>
  ) {}

  async hasUsers (): Promise<boolean> {
    return await isAny(this.store.read)
  }

  /** The active account with an e-mail address (case-insensitive); undefined when there is none. */
  async findUser (email: string): Promise<Actor | undefined> {
    const [row] = await this.store.read.select().from(user).where(eq(user.emailKey, sortKey(email)))
    return row !== undefined && row.isActive && isRole(row.role) ? { id: row.id, role: row.role } : undefined
  }

  /** An account that the actor may change. @throws NotFoundError, PermissionError */
  async get (name: AccountName, actor: Actor): Promise<AccountFacts> {
    return factsOf(await editableAccount(this.store.read, this.users, name, actor))
  }

  /**
   * Accounts, sorted by name.
   * @param search text that the name or e-mail address contains (case-insensitive); empty: all accounts.
   * @throws PermissionError for actors who may not create accounts.
   */
  async list (search: string, actor: Actor): Promise<AccountFacts[]> {
    this.checkCreates(actor)
    const rows = await this.store.read.select().from(user).orderBy(asc(user.nameKey), asc(user.id))
    const key = containmentKey(search.trim())
    return rows.filter(({ name, email }) => containmentKey(`${name}\n${email}`).includes(key)).map(factsOf)
  }

  /** @throws PermissionError for actors who may not create accounts. */
  checkCreates (actor: Actor): void {
    checkType(actor, 'create', this.users)
  }

  mayEdit (account: AccountFacts, actor: Actor): boolean {
    return mayDo(actor, 'update', this.users, account)
  }

  /** @throws ValidationError that lists the missing, malformed and taken values by their keys. */
  async createUser (account: NewUser): Promise<{ id: number }> {
    return (await this.#insert(account, false))!
  }

  /**
   * Creates an account, unless the database already has one.
   * @returns whether it was created: when several servers start at once, only one of them creates it.
   */
  async createFirstUser (account: NewUser): Promise<boolean> {
    return await this.#insert(account, true) !== undefined
  }

  /** @param isFirst whether it is only created when there is no account yet; otherwise undefined is returned. */
  async #insert (
    { email, name, role, password, isActive = true }: NewUser, isFirst: boolean
  ): Promise<{ id: number } | undefined> {
    const errors = await this.#problemsOf({ email, name, password })
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) errors.add('o:email', `"${email}" is not an e-mail address.`)
    if (!isRole(role)) errors.add('o:role', `There is no role "${role}"; there are ${ROLES.join(', ')}.`)
    errors.throwIfAny()
    const passwordHash = password === undefined ? null : await hashOf(password)
    return await this.store.write(async (database) => {
      if (isFirst && await isAny(database)) return undefined
      if (await this.#isTaken(database, email)) throw ValidationError.because('o:email', { is: 'taken' }, taken(email))
      const created = now()
      const keys = { emailKey: sortKey(email), nameKey: sortKey(name) }
      const [row] = await database.insert(user)
        .values({ email, name, ...keys, role, isActive, passwordHash, created, modified: created })
        .returning({ id: user.id })
      return row
    })
  }

  /**
   * Validates an account that is about to be created with a password. The resource type `users` does not accept
   * passwords, so it cannot check this.
   * @throws PermissionError for actors who may not create accounts; ValidationError
   */
  async checkNew (
    { email, name, password }: Required<Pick<NewUser, 'email' | 'name' | 'password'>>, actor: Actor
  ): Promise<void> {
    checkType(actor, 'create', this.users)
    const errors = await this.#problemsOf({ email, name, password })
    const problems = emailProblems(email)
    if (problems.length > 0) errors.add('o:email', problems, { is: email === '' ? 'required' : 'malformed' })
    else if (await this.#isTaken(this.store.primary, email)) errors.add('o:email', taken(email), { is: 'taken' })
    errors.throwIfAny()
  }

  /** Problems with the name and the password of a new account. */
  async #problemsOf (account: Pick<NewUser, 'email' | 'name'> & { password: string | undefined }): Promise<ErrorCollector> {
    const { name, password } = account
    const errors = new ErrorCollector()
    const problem = password === undefined ? undefined : passwordProblem(password, await this.#wordsOf(account))
    if (problem !== undefined) errors.add('password', problem.message, problem.reason)
    if (name.trim() === '') errors.add('o:name', 'The name cannot be empty.', { is: 'required' })
    return errors
  }

  /** Texts that an attacker would try first: a password may not consist of them. */
  async #wordsOf ({ email, name }: Pick<NewUser, 'email' | 'name'>): Promise<string[]> {
    return [email, name, await this.title()]
  }

  async #isTaken (database: Database, email: string): Promise<boolean> {
    const rows = await database.select({ id: user.id }).from(user).where(eq(user.emailKey, sortKey(email)))
    return rows.length > 0
  }

  /**
   * Gives an account a new password and ends its other sessions.
   *
   * @throws NotFoundError, PermissionError; ValidationError under `password` or `current`.
   */
  async changePassword (
    name: AccountName, { password, current = '', session, address = '' }: PasswordChange, actor: Actor
  ): Promise<void> {
    const account = await editableAccount(this.store.primary, this.users, name, actor)
    if (account.id === actor.id) await this.#confirm(account, { password: current, address, browser: session })
    const passwordHash = await hashOf(password, await this.#wordsOf(account))
    await this.store.write(async (database) => {
      const { id } = await accountOf(database, account.id)
      await database.update(user).set({ passwordHash, modified: now() }).where(eq(user.id, id))
      await endSessions(database, id, session)
    })
  }

  async #confirm (
    { emailKey, passwordHash }: Account, given: Pick<Attempt, 'password' | 'address' | 'browser'>
  ): Promise<void> {
    const verdict = await this.passwords.check({ account: emailKey, passwordHash, ...given })
    if (verdict.is === 'too-often') {
      throw ValidationError.because('current', verdict, `Too many attempts. Try again in ${verdict.wait} seconds.`)
    }
    if (verdict.is === 'wrong') {
      throw ValidationError.because('current', { is: 'wrong' }, 'This is not your current password.')
    }
  }
}

async function isAny (database: Database): Promise<boolean> {
  return (await database.select({ id: user.id }).from(user).limit(1)).length > 0
}

function taken (email: string): string {
  return `The email ${email} is already taken.`
}

function factsOf ({ id, name, email, role, isActive, created }: Account): AccountFacts {
  return { id, name, email, role, isActive, created }
}
