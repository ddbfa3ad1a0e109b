import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.js'
import type { Needs } from '../../db/search/criterion.js'
import { foldedOf, type Folded } from '../../db/search/folded-texts.js'
import type { AnswerCache } from '../cache/answer-cache.js'

/** Characters that are kept. */
const MOST = 1_500_000
/** Rough size of what is kept of a resource without its text. */
const OVERHEAD = 200

/** Resources that are read at a time. */
const AT_ONCE = 100

interface Known {
  readonly folded: Folded
  /** What it depends on: itself, the links to it, and what it links to. */
  readonly dependencies: ReadonlySet<number>
  /** Version of the change log at which it was valid. */
  version: number
}

const known = new WeakMap<AnswerCache, WrittenTexts>()

/**
 * What resources have that were written lately. Each set that is kept is tested anew with all resources that were
 * written since somebody asked for it; most of them cannot belong to it, which is told here without reading them again
 * for each set.
 */
export class WrittenTexts {
  readonly #known = new LRUCache<number, Known>({
    maxSize: MOST,
    sizeCalculation: ({ folded, dependencies }) =>
      OVERHEAD + (folded.text?.length ?? 0) + 40 * dependencies.size
  })

  private constructor (private readonly cache: AnswerCache) {}

  static of (cache: AnswerCache): WrittenTexts {
    let texts = known.get(cache)
    if (texts === undefined) known.set(cache, texts = new WrittenTexts(cache))
    return texts
  }

  /** Those of some resources that may have what is needed. @param ids ascending. */
  async having (needs: Needs, ids: readonly number[], database: Database): Promise<readonly number[]> {
    return await this.#among(ids, database, ({ text, links }) =>
      'link' in needs ? links.has(needs.link) : text?.includes(needs.text) !== false)
  }

  /** Those of some resources to which others may link. */
  async linked (ids: readonly number[], database: Database): Promise<readonly number[]> {
    return await this.#among(ids, database, ({ isLinked }) => isLinked)
  }

  async #among (
    ids: readonly number[], database: Database, may: (folded: Folded) => boolean
  ): Promise<readonly number[]> {
    const { version } = this.cache
    const all = ids.map((id) => this.#valid(id, version)?.folded)
    const missing = ids.filter((_id, at) => all[at] === undefined).slice(-AT_ONCE)
    const read = missing.length === 0 ? undefined : await foldedOf(database, missing)
    for (const [id, folded] of read ?? []) {
      this.#known.set(id, { folded, dependencies: new Set([id, -id, ...folded.links]), version })
    }
    return ids.filter((id, at) => {
      const folded = all[at] ?? read?.get(id)
      return folded === undefined || may(folded)
    })
  }

  #valid (id: number, version: number): Known | undefined {
    const entry = this.#known.get(id)
    if (entry === undefined || entry.version === version) return entry
    if (!this.cache.isUntouched(entry.dependencies, entry.version)) return undefined
    entry.version = version
    return entry
  }
}
