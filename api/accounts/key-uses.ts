import { eq } from 'drizzle-orm'
import type { Store } from '../../db/store.js'
import { apiKey } from '../../db/tables/index.js'

/** How long the last use of a key is only remembered, in milliseconds, so that reading stays reading. */
const WRITTEN_EVERY = 60_000

interface Use { lastIp: string, lastAccessed: number }

/** When and from where keys were last used: noted at once, written down together once in a while. */
export class KeyUses {
  readonly #store: Store
  readonly #uses = new Map<string, Use>()
  #timer: NodeJS.Timeout | undefined

  constructor (store: Store) {
    this.#store = store
  }

  note (identity: string, lastIp: string, lastAccessed: number): void {
    this.#uses.set(identity, { lastIp, lastAccessed })
    // The process does not wait for it: whoever closes the collection has it written.
    this.#timer ??= setTimeout(() => { this.write().catch(() => {}) }, WRITTEN_EVERY).unref()
  }

  /** Writes down what was noted. */
  async write (): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#uses.size === 0) return
    const uses = [...this.#uses]
    this.#uses.clear()
    await this.#store.write(async (database) => {
      for (const [identity, use] of uses) await database.update(apiKey).set(use).where(eq(apiKey.id, identity))
    })
  }
}
