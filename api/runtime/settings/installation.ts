import { eq, inArray } from 'drizzle-orm'
import type { Store } from '../../../db/open/store.js'
import { setting } from '../../../db/tables/index.js'
import { randomText } from '../../access/accounts/secrets.js'

/** 43 random characters have 255 bits. */
const SECRET_CHARACTERS = 43

/** Name of the setting that identifies an installation. */
export const INSTALLATION_ID = 'installation_id'

/** What a new installation stores (docs/contract/admin-resources.md §12.3). */
export const NEW_INSTALLATION = {
  version: '4.2.0',
  version_notifications: '1',
  use_htmlpurifier: '1'
}

/** The settings stored in the database, by name (docs/contract/admin-resources.md §12.3), cached. */
export class Installation {
  #epoch = -1
  #values = new Map<string, unknown>()

  constructor (private readonly store: Store) {}

  /** The value of a setting; undefined when it is not stored. */
  async get (name: string): Promise<unknown> {
    const { epoch } = this.store.changes
    if (epoch !== this.#epoch) {
      this.#values = new Map((await this.store.read.select().from(setting)).map((row) => [row.id, row.value]))
      this.#epoch = epoch
    }
    return this.#values.get(name.toLowerCase())
  }

  async set (name: string, value: unknown): Promise<void> {
    const id = name.toLowerCase()
    await this.store.write(async (database) => {
      await database.delete(setting).where(eq(setting.id, id))
      await database.insert(setting).values({ id, value })
    })
  }

  /** Creates the id that identifies this installation in archives. Copies of the database share it. */
  async makeId (): Promise<void> {
    // Reads no other settings: a check has to be able to open a database in which one is damaged.
    const known = this.store.read.select({ id: setting.id }).from(setting).where(eq(setting.id, INSTALLATION_ID))
    if ((await known).length === 0) await this.#makeSecret(INSTALLATION_ID)
  }

  async remove (names: readonly string[]): Promise<void> {
    const ids = names.map((name) => name.toLowerCase())
    await this.store.write(async (database) => { await database.delete(setting).where(inArray(setting.id, ids)) })
  }

  /** A random secret, created at its first use and shared by all processes on the database. */
  async secret (name: string): Promise<string> {
    const id = name.toLowerCase()
    if (await this.get(id) === undefined) await this.#makeSecret(id)
    return String(await this.get(id))
  }

  async #makeSecret (id: string): Promise<void> {
    await this.store.write(async (database) => {
      await database.insert(setting).values({ id, value: randomText(SECRET_CHARACTERS) }).onConflictDoNothing()
    })
  }
}
