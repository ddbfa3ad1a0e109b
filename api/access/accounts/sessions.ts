import { and, eq, lte, ne, sql } from 'drizzle-orm'
import { sortKey } from '../../../db/keys/collation/index.js'
import type { Database } from '../../../db/query/statements/database.js'
import type { Store } from '../../../db/open/store.js'
import { session, user } from '../../../db/tables/index.js'
import { isRole } from '../access.js'
import type { Actor } from '../../core/calls/actor.js'
import { now } from '../../core/answers/dates.js'
import type { PasswordCheck, Verdict } from './password-check.js'
import { digest, randomText } from './secrets.js'

/** A session expires after this time without use: 14 days (docs/contract/acl.md §7.3). */
export const SESSION_IDLE_SECONDS = 14 * 24 * 60 * 60
/** The last use is stored at this interval, so that most reads cost no write. */
const USE_WRITE_INTERVAL_SECONDS = 60 * 60

/** 43 random characters have 255 bits. */
const SECRET_CHARACTERS = 43

/** A valid session and its account. */
export interface SignedIn {
  actor: Actor & { id: number }
  name: string
  email: string
}

interface Credentials {
  email: string
  password: string
  /** IP address of the client. */
  address: string
  /** Returns an id of the browser if this account has signed in with it before; see PasswordCheck. */
  browserOf?: (userId: number) => string | undefined
}

/** `secret` is the value of the browser's cookie. */
type SignInVerdict = Exclude<Verdict, { is: 'right' }> | { is: 'right', secret: string, userId: number }

/**
 * Browser sessions. The browser has a random secret, the database its digest. The account is looked up for every
 * request, so that deactivating it takes effect at once.
 */
export class Sessions {
  readonly #find

  constructor (private readonly store: Store, private readonly passwords: PasswordCheck) {
    this.#find = store.read
      .select({
        id: user.id,
        role: user.role,
        name: user.name,
        email: user.email,
        isActive: user.isActive,
        lastAccessed: session.lastAccessed
      })
      .from(session).innerJoin(user, eq(user.id, session.userId))
      .where(eq(session.id, sql.placeholder('id'))).prepare()
  }

  /** Opens a session with a new secret if the password is right and the account active. */
  async signIn ({ email, password, address, browserOf }: Credentials): Promise<SignInVerdict> {
    const account = sortKey(email)
    const [row] = await this.store.read
      .select({ id: user.id, isActive: user.isActive, passwordHash: user.passwordHash })
      .from(user).where(eq(user.emailKey, account))
    const passwordHash = row?.isActive === true ? row.passwordHash : null
    const browser = row && browserOf?.(row.id)
    const verdict = await this.passwords.check({ account, passwordHash, password, address, browser })
    if (verdict.is !== 'right') return verdict
    const secret = randomText(SECRET_CHARACTERS)
    const seconds = now()
    const isOpen = await this.store.write(async (database) => {
      // The account may have been deleted or deactivated, or its password changed, while the password was checked.
      const [current] = await database.select({ id: user.id }).from(user)
        .where(and(eq(user.id, row!.id), eq(user.isActive, true), eq(user.passwordHash, passwordHash!)))
      if (current === undefined) return false
      await database.delete(session).where(lte(session.lastAccessed, seconds - SESSION_IDLE_SECONDS))
      await database.insert(session).values({
        id: digest(secret), userId: row!.id, created: seconds, lastAccessed: seconds
      })
      return true
    })
    if (!isOpen) return { is: 'wrong' }
    return { is: 'right', secret, userId: row!.id }
  }

  /** The session with this secret; undefined when it does not exist or has expired. */
  async find (secret: string): Promise<SignedIn | undefined> {
    const [row] = await this.#find.execute({ id: digest(secret) })
    const seconds = now()
    if (row === undefined || !row.isActive || !isRole(row.role)) return undefined
    if (row.lastAccessed <= seconds - SESSION_IDLE_SECONDS) return undefined
    // A time ahead of the clock was stored before the clock was set back. The session would never end.
    if (Math.abs(seconds - row.lastAccessed) >= USE_WRITE_INTERVAL_SECONDS) this.#note(secret, seconds)
    const { id, role, name, email } = row
    return { actor: { id, role }, name, email }
  }

  async end (secret: string): Promise<void> {
    await this.store.write(async (database) => {
      await database.delete(session).where(eq(session.id, digest(secret)))
    })
  }

  /** Not awaited: a read must not wait for the write queue. */
  #note (secret: string, lastAccessed: number): void {
    this.store.write(async (database) => {
      await database.update(session).set({ lastAccessed }).where(eq(session.id, digest(secret)))
    }).catch(() => {})
  }
}

/** Ends the sessions of an account, except the one with this secret. */
export async function endSessions (database: Database, userId: number, exceptSecret?: string): Promise<void> {
  const isOther = exceptSecret === undefined ? undefined : ne(session.id, digest(exceptSecret))
  await database.delete(session).where(and(eq(session.userId, userId), isOther))
}
