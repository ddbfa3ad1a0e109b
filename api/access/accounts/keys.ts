import { and, asc, eq, sql } from 'drizzle-orm'
import type { Store } from '../../../db/open/store.js'
import { apiKey, user } from '../../../db/tables/index.js'
import { isRole, type Guarded } from '../access.js'
import { REFUSED, type Actor, type Scope } from '../../core/calls/actor.js'
import { ErrorCollector, NotFoundError, ValidationError } from '../../core/calls/errors.js'
import { now } from '../../core/answers/dates.js'
import { checkEditsAll, editableAccount, type AccountName } from './editable.js'
import { digest, hasDigest, randomText } from './secrets.js'

const SECRET_CHARACTERS = 32
const KEY = new RegExp(`^[A-Za-z0-9]{${SECRET_CHARACTERS}}$`)
const IDENTITY_AND_SPACES = new RegExp(`^([A-Za-z0-9]{${SECRET_CHARACTERS}}) *$`)
const LABEL_MAX_CHARACTERS = 255

/** Maximal number of cached keys. */
const CACHED_KEYS_MAX = 1000

export interface NewKey {
  label: string
  /** Time of expiry, in seconds since 1970. */
  expires?: number | null
  scope?: Scope
  /** Identity and credential are random when absent. */
  identity?: string
  credential?: string
}

/** The columns that determine the actor of a key. */
interface FoundKey {
  identity: string
  credentialHash: string
  expires: number | null
  scope: Scope | null
  id: number
  role: string
  isActive: boolean
}

/** The properties of a key that may be displayed: everything but its credential. */
export interface Key {
  identity: string
  userId: number
  label: string
  scope: Scope
  expires: number | null
  created: number
  lastAccessed: number | null
  lastIp: string | null
}

/** A random identity. */
export function newIdentity (): string {
  return randomText(SECRET_CHARACTERS)
}

/** API keys (docs/contract/acl.md §7). An actor who may change an account may change its keys. */
export class Keys {
  readonly #uses: KeyUses
  readonly #find
  readonly #findInAnyCase
  /** Keys looked up at `#version` of the change log. */
  readonly #cached = new Map<string, FoundKey>()
  #version = -1

  /** @param users the resource type of accounts. @param resources names of resource types that a scope may contain. */
  constructor (
    private readonly store: Store, private readonly users: Guarded, private readonly resources: () => readonly string[]
  ) {
    this.#uses = new KeyUses(store)
    const keys = store.read
      .select({
        identity: apiKey.id,
        credentialHash: apiKey.credentialHash,
        expires: apiKey.expires,
        scope: apiKey.scope,
        id: user.id,
        role: user.role,
        isActive: user.isActive
      })
      .from(apiKey).innerJoin(user, eq(user.id, apiKey.userId))
      .$dynamic()
    this.#find = keys.where(eq(apiKey.id, sql.placeholder('identity'))).prepare()
    this.#findInAnyCase = keys.where(eq(sql`lower(${apiKey.id})`, sql.placeholder('identity'))).limit(1).prepare()
  }

  /**
   * Creates a key. Only a digest of the credential is stored, so it cannot be shown again.
   *
   * @throws NotFoundError, PermissionError; ValidationError under the keys that are malformed or taken.
   */
  async create (
    owner: AccountName,
    { label, expires = null, scope = {}, identity = newIdentity(), credential = randomText(SECRET_CHARACTERS) }: NewKey,
    actor: Actor
  ): Promise<{ identity: string, credential: string }> {
    this.#check({ label, expires, scope, identity, credential })
    return await this.store.write(async (database) => {
      const account = await editableAccount(database, this.users, owner, actor)
      const [taken] = await database.select({ id: apiKey.id }).from(apiKey).where(eq(apiKey.id, identity))
      if (taken !== undefined) throw ValidationError.of('identity', 'This identity is already taken.')
      await database.insert(apiKey).values({
        id: identity,
        userId: account.id,
        label,
        credentialHash: digest(credential),
        expires,
        scope: scope.readOnly === true || scope.resources !== undefined ? scope : null,
        created: now()
      })
      return { identity, credential }
    })
  }

  /**
   * The keys of an account, or of all accounts when it is undefined, oldest first. @throws NotFoundError,
   * PermissionError
   */
  async list (owner: AccountName | undefined, actor: Actor): Promise<Key[]> {
    const account = owner === undefined ? undefined : await editableAccount(this.store.read, this.users, owner, actor)
    if (account === undefined) checkEditsAll(this.users, actor)
    await this.#uses.write()
    const rows = await this.store.read.select().from(apiKey)
      .where(account === undefined ? undefined : eq(apiKey.userId, account.id))
      .orderBy(asc(apiKey.created), asc(apiKey.label))
    return rows.map(({ id, scope, credentialHash: _, ...row }) => ({ identity: id, scope: scope ?? {}, ...row }))
  }

  /** Deletes a key, which takes effect at once in every process. @throws NotFoundError, PermissionError */
  async revoke (identity: string, actor: Actor): Promise<void> {
    await this.store.write(async (database) => {
      const [key] = await database.select({ userId: apiKey.userId }).from(apiKey).where(eq(apiKey.id, identity))
      if (key === undefined) throw new NotFoundError('There is no such key.')
      await editableAccount(database, this.users, key.userId, actor)
      await database.delete(apiKey).where(eq(apiKey.id, identity))
    })
  }

  /**
   * As `revoke`, of the keys of one account. Does nothing if it has no such key. @throws NotFoundError, PermissionError
   */
  async revokeOf (owner: AccountName, identity: string, actor: Actor): Promise<void> {
    await this.store.write(async (database) => {
      const { id } = await editableAccount(database, this.users, owner, actor)
      await database.delete(apiKey).where(and(eq(apiKey.id, identity), eq(apiKey.userId, id)))
    })
  }

  /**
   * The actor of a key; an anonymous actor with the reason when the key is invalid. Revoking a key or deactivating its
   * owner takes effect at once in every process.
   * @param address IP address of the client.
   */
  async authenticate (identity: string, credential: string, address: string): Promise<Actor> {
    const [, sentIdentity] = IDENTITY_AND_SPACES.exec(identity) ?? []
    if (sentIdentity === undefined || !KEY.test(credential)) return REFUSED.unknown
    const row = await this.#row(sentIdentity)
    const matches = hasDigest(credential, row?.credentialHash ?? digest(''))
    if (row === undefined || !matches) return REFUSED.unknown
    if (!row.isActive || !isRole(row.role)) return REFUSED.inactive
    const seconds = now()
    if (row.expires !== null && row.expires <= seconds) return REFUSED.expired
    this.#uses.note(row.identity, address, seconds)
    const { id, role, scope } = row
    return scope === null ? { id, role } : { id, role, scope }
  }

  /** The e-mail address of a key's owner, for logs; undefined when there is no such key. */
  async ownerOf (identity: string): Promise<string | undefined> {
    if (!KEY.test(identity)) return undefined
    const [row] = await this.store.read.select({ email: user.email })
      .from(apiKey).innerJoin(user, eq(user.id, apiKey.userId)).where(eq(apiKey.id, identity))
    return row?.email
  }

  /**
   * Looks up a key by its identity (case-insensitive, like the reference: docs/contract/acl.md §7). Cached until any
   * process writes to the database.
   */
  async #row (identity: string): Promise<FoundKey | undefined> {
    const { version } = this.store.changes
    if (version !== this.#version || this.#cached.size >= CACHED_KEYS_MAX) {
      this.#cached.clear()
      this.#version = version
    }
    const cached = this.#cached.get(identity)
    if (cached !== undefined) return cached
    const [exact] = await this.#find.execute({ identity })
    const [row] = exact === undefined
      ? await this.#findInAnyCase.execute({ identity: identity.toLowerCase() })
      : [exact]
    if (row !== undefined && version === this.#version) this.#cached.set(identity, row)
    return row
  }

  /** Writes the uses that are not stored yet. */
  async close (): Promise<void> {
    await this.#uses.write()
  }

  #check ({ label, expires, scope, identity, credential }: Required<NewKey>): void {
    const errors = new ErrorCollector()
    const { length } = [...label]
    if (length < 1 || length > LABEL_MAX_CHARACTERS) {
      const reason = { is: length < 1 ? 'required' : 'too-long' } as const
      errors.add('label', `A label has 1 to ${LABEL_MAX_CHARACTERS} characters.`, reason)
    }
    for (const [key, text] of Object.entries({ identity, credential })) {
      if (!KEY.test(text)) errors.add(key, `The ${key} of a key has ${SECRET_CHARACTERS} letters and digits.`)
    }
    if (expires !== null && expires <= now()) errors.add('expires', 'A key must expire in the future.', { is: 'past' })
    const unknown = (scope.resources ?? []).filter((name) => !this.resources().includes(name))
    if (unknown.length > 0) errors.add('scope', `There are no resources called ${unknown.join(', ')}.`)
    if (scope.resources?.length === 0) errors.add('scope', 'Name at least one resource, or do not limit them.')
    errors.throwIfAny()
  }
}

/** Uses of keys are written at this interval, so that a read does not cost a write. */
const WRITE_INTERVAL_MS = 60_000

interface Use { lastIp: string, lastAccessed: number }

/**
 * Collects the time and address of the last use of each key in memory and writes them to the database in one
 * transaction.
 */
class KeyUses {
  #uses = new Map<string, Use>()
  #timer: NodeJS.Timeout | undefined

  constructor (private readonly store: Store) {}

  note (identity: string, lastIp: string, lastAccessed: number): void {
    this.#uses.set(identity, { lastIp, lastAccessed })
    // Unreferenced: closing the collection writes what is left, so the process need not wait for the timer.
    this.#timer ??= setTimeout(() => { this.write().catch(() => {}) }, WRITE_INTERVAL_MS).unref()
  }

  /**
   * Writes the collected uses. If this fails, for example because the disk is full, they stay in memory for the next
   * attempt: neither a read nor closing the collection must fail because of them.
   */
  async write (): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#uses.size === 0) return
    const uses = this.#uses
    this.#uses = new Map()
    try {
      await this.store.write(async (database) => {
        for (const [identity, use] of uses) await database.update(apiKey).set(use).where(eq(apiKey.id, identity))
      })
    } catch {
      this.#uses = new Map([...uses, ...this.#uses])
    }
  }
}
