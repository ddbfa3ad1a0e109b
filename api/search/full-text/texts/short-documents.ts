import type { ChangeLog } from '../../../../db/changes/change-log.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { excludeIds } from '../../../../db/query/statements/id-sets.js'
import { isAnyLong } from './document-sizes.js'
import { withWhatShows } from './what-shows.js'

/** Resources of which it is known that they are not long. */
const MOST_KNOWN = 5000

/** Remembers which documents are not long, so that only those that were written since are measured again. */
export class ShortDocuments {
  readonly #changes: () => ChangeLog
  /** Resources that are not long, nor are those that show them. */
  readonly #known = new Set<number>()
  /** The version of the change log at which this was so. */
  #version = 0

  constructor (changes: () => ChangeLog) {
    this.#changes = changes
  }

  /** Whether neither resources nor what shows them (what-shows.ts) are long. */
  async areAll (database: Database, ids: readonly number[]): Promise<boolean> {
    const version = this.#follow()
    const unknown = excludeIds(ids, this.#known)
    if (unknown.length === 0) return true
    if (await isAnyLong(database, await withWhatShows(database, unknown))) return false
    if (this.#known.size > MOST_KNOWN) this.#known.clear()
    // Unless something was written while they were being measured.
    if (version === this.#version) for (const id of unknown) this.#known.add(id)
    return true
  }

  /** Forgets what was written since it was last called. */
  #follow (): number {
    const changes = this.#changes()
    const touched = changes.touchedSince(this.#version)
    this.#version = changes.version
    if (touched === undefined) this.#known.clear()
    else for (const id of touched) this.#known.delete(id)
    return this.#version
  }
}
