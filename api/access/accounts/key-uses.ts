import { eq } from 'drizzle-orm'
import type { Store } from '../../../db/open/store.js'
import { apiKey } from '../../../db/tables/index.js'

/** Uses of keys are written at this interval, so that a read does not cost a write. */
const WRITE_INTERVAL_MS = 60_000

interface Use { lastIp: string, lastAccessed: number }

/**
 * Collects the time and address of the last use of each key in memory and writes them to the database in one
 * transaction.
 */
export class KeyUses {
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
