import type { ChangeLog } from '../../../../db/changes/change-log.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { excludeIds } from '../../../../db/query/statements/id-sets.js'
import { isAnyLong } from './document-sizes.js'
import { withWhatShows } from './what-shows.js'

/** Maximal number of resources that are remembered as not long. */
const KNOWN_MAX_DOCUMENTS = 5000

/** Remembers which documents are not long, so that only documents written since then are measured again. */
export class ShortDocuments {
  readonly #changes: () => ChangeLog
  /** Resources that are not long, and that no long resource shows. */
  readonly #known = new Set<number>()
  /** The version of the change log up to which `#known` is correct. */
  #version = 0

  constructor (changes: () => ChangeLog) {
    this.#changes = changes
  }

  /** Whether none of the resources is long, nor any that shows them (what-shows.ts). */
  async areAll (database: Database, ids: readonly number[]): Promise<boolean> {
    const version = this.#follow()
    const unknown = excludeIds(ids, this.#known)
    if (unknown.length === 0) return true
    if (await isAnyLong(database, await withWhatShows(database, unknown))) return false
    if (this.#known.size > KNOWN_MAX_DOCUMENTS) this.#known.clear()
    // Not remembered if they may have been written while they were being measured.
    if (version === this.#version) for (const id of unknown) this.#known.add(id)
    return true
  }

  /** Forgets the resources that were written since the last call. @returns the current version of the change log. */
  #follow (): number {
    const changes = this.#changes()
    const touched = changes.touchedSince(this.#version)
    this.#version = changes.version
    if (touched === undefined) this.#known.clear()
    else for (const id of touched) this.#known.delete(id)
    return this.#version
  }
}
