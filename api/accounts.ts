import { hash as hashPassword } from '@node-rs/argon2'
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { sortKey } from '../db/collation/index.js'
import type { Store } from '../db/store.js'
import { apiKey, user } from '../db/tables/index.js'
import { ANONYMOUS, isRole, ROLES, type Actor } from './actor.js'
import { ErrorCollector, NotFoundError, ValidationError } from './errors.js'
import { now } from './representation/dates.js'

export interface NewUser { email: string, name: string, role: string, password?: string, isActive?: boolean }
export interface NewKey { email: string, label: string, identity?: string, credential?: string }

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const KEY_LENGTH = 32
const KEY = new RegExp(`^[A-Za-z0-9]{${KEY_LENGTH}}$`)

/** How often, in seconds, the last use of a key is written down, so that reading stays reading. */
const LAST_USE_EVERY = 60

/** Accounts and their API keys, for the command line, the pages and whoever signs in (contract/acl.md §7). */
export class Accounts {
  readonly #store: Store

  constructor (store: Store) {
    this.#store = store
  }

  async hasUsers (): Promise<boolean> {
    return (await this.#store.read.select({ id: user.id }).from(user).limit(1)).length > 0
  }

  /** The active account with an e-mail address, in any case; undefined when there is none. */
  async findUser (email: string): Promise<Actor | undefined> {
    const [row] = await this.#store.read.select().from(user).where(eq(user.emailKey, sortKey(email)))
    return row !== undefined && row.isActive && isRole(row.role) ? { id: row.id, role: row.role } : undefined
  }

  /** @throws ValidationError naming what is missing, malformed or taken. */
  async createUser ({ email, name, role, password, isActive = true }: NewUser): Promise<{ id: number }> {
    const errors = new ErrorCollector()
    if (name.trim() === '') errors.add('o:name', 'The name cannot be empty.')
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) errors.add('o:email', `"${email}" is not an e-mail address.`)
    if (!isRole(role)) errors.add('o:role', `There is no role "${role}"; there are ${ROLES.join(', ')}.`)
    errors.throwIfAny()
    const passwordHash = password === undefined ? null : await hashPassword(password)
    return await this.#store.write(async (database) => {
      const emailKey = sortKey(email)
      const [taken] = await database.select({ id: user.id }).from(user).where(eq(user.emailKey, emailKey))
      if (taken !== undefined) throw ValidationError.of('o:email', `The email ${email} is already taken.`)
      const [row] = await database.insert(user)
        .values({ email, emailKey, name, nameKey: sortKey(name), role, isActive, passwordHash, created: now() }).returning({ id: user.id })
      return row!
    })
  }

  /**
   * Makes a key; its credential is known only to who gets this answer.
   *
   * @throws NotFoundError for an unknown account, ValidationError for an identity that is malformed or taken.
   */
  async createKey ({ email, label, identity = randomKey(), credential = randomKey() }: NewKey): Promise<{ identity: string, credential: string }> {
    if (label.length < 1 || label.length > 255) throw ValidationError.of('label', 'A label has 1 to 255 characters.')
    for (const [key, text] of Object.entries({ identity, credential })) {
      if (!KEY.test(text)) throw ValidationError.of(key, `The ${key} of a key has ${KEY_LENGTH} letters and digits.`)
    }
    return await this.#store.write(async (database) => {
      const [owner] = await database.select({ id: user.id }).from(user).where(eq(user.emailKey, sortKey(email)))
      if (owner === undefined) throw new NotFoundError(`There is no user with the e-mail address ${email}.`)
      const [taken] = await database.select({ id: apiKey.id }).from(apiKey).where(eq(apiKey.id, identity))
      if (taken !== undefined) throw ValidationError.of('identity', 'This identity is already taken.')
      await database.insert(apiKey).values({ id: identity, userId: owner.id, label, credentialHash: digest(credential), created: now() })
      return { identity, credential }
    })
  }

  /** Who a key stands for: anonymous when anything is wrong with it (contract/http.md §10). */
  async authenticate (identity: string, credential: string, address: string): Promise<Actor> {
    if (!KEY.test(identity) || !KEY.test(credential)) return ANONYMOUS
    const [row] = await this.#store.read
      .select({ credentialHash: apiKey.credentialHash, expires: apiKey.expires, lastAccessed: apiKey.lastAccessed, lastIp: apiKey.lastIp, id: user.id, role: user.role, isActive: user.isActive })
      .from(apiKey).innerJoin(user, eq(user.id, apiKey.userId)).where(eq(apiKey.id, identity))
    const matches = timingSafeEqual(Buffer.from(digest(credential)), Buffer.from(row?.credentialHash ?? digest('')))
    if (row === undefined || !matches || !row.isActive || !isRole(row.role)) return ANONYMOUS
    const seconds = now()
    if (row.expires !== null && row.expires <= seconds) return ANONYMOUS
    if (row.lastAccessed === null || row.lastIp !== address || seconds - row.lastAccessed >= LAST_USE_EVERY) this.#noteUse(identity, address, seconds)
    return { id: row.id, role: row.role }
  }

  /** Not awaited: the request that used the key does not wait for the writer. */
  #noteUse (identity: string, address: string, seconds: number): void {
    this.#store.write(async (database) => {
      await database.update(apiKey).set({ lastIp: address, lastAccessed: seconds }).where(eq(apiKey.id, identity))
    }).catch(() => {})
  }
}

function digest (credential: string): string {
  return createHash('sha256').update(credential).digest('hex')
}

/** 32 letters and digits from a secure source. */
function randomKey (): string {
  return Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
