import { eq } from 'drizzle-orm'
import type { Store } from '../../db/store.js'
import { apiKey } from '../../db/tables/index.js'

/** How long the last use of a key is only kept in memory, in milliseconds, so that reading costs no write. */
const WRITTEN_EVERY = 60_000

interface Use { lastIp: string, lastAccessed: number }

/** When and from where keys were last used: noted in memory, written to the database together once in a while. */
export class KeyUses {
  readonly #store: Store
  #uses = new Map<string, Use>()
  #timer: NodeJS.Timeout | undefined

  constructor (store: Store) {
    this.#store = store
  }

  note (identity: string, lastIp: string, lastAccessed: number): void {
    this.#uses.set(identity, { lastIp, lastAccessed })
    // Unreferenced: closing the collection writes what is left, so the process need not wait for the timer.
    this.#timer ??= setTimeout(() => { this.write().catch(() => {}) }, WRITTEN_EVERY).unref()
  }

  /**
   * Writes what was noted. Where that is impossible, on a full disk say, it stays noted: who reads, or closes the
   * collection, must not fail because of it.
   */
  async write (): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#uses.size === 0) return
    const uses = this.#uses
    this.#uses = new Map()
    try {
      await this.#store.write(async (database) => {
        for (const [identity, use] of uses) await database.update(apiKey).set(use).where(eq(apiKey.id, identity))
      })
    } catch {
      this.#uses = new Map([...uses, ...this.#uses])
    }
  }
}
