import type { ChangeLog } from '../../db/changes/change-log.js'
import type { Viewer } from '../../db/query/statements/viewer.js'
import type { Answer, SearchFacts } from '../core/answers/answer.js'
import { areSame } from '../core/sequence/group-by.js'
import { IdSetCache } from './id-set-cache.js'
import { ENTRY_BYTES, Lru, type CacheFigures } from './lru.js'
import {
  entryOf, Representations, representationViewer, searchViewer, type RepresentationEntry
} from './representations.js'

/** Parts of a list answer in order, its other metadata, and a function that joins them. */
export interface Parts {
  of: readonly Answer[]
  facts: SearchFacts
  join: () => Answer
}

/** Bytes that a list takes for its reference to each part. */
const PLACE_BYTES = 8

/** A cached list, or another answer without parts, which every write makes stale. */
class ListEntry {
  constructor (
    readonly answer: Answer,
    readonly of: readonly Answer[],
    readonly parts: readonly RepresentationEntry[],
    public version: number
  ) {
    for (const part of parts) part.lists++
  }

  leave (): boolean {
    for (const part of this.parts) part.lists--
    return false
  }
}

/**
 * Cache of answers, and of the sets of ids that searches combine. Keys begin with the viewer, so that an answer
 * rendered for a viewer who may see more is never served to another viewer. A representation depends on the resources
 * that it shows (representations.ts), a list on its representations, other answers on everything.
 */
export class AnswerCache {
  readonly sets: IdSetCache
  readonly answers: Lru

  /** @param limits bytes that answers and sets may take. */
  constructor (readonly changes: ChangeLog, limits: { readonly answers: number, readonly sets: number }) {
    this.answers = new Lru(limits.answers)
    this.sets = new IdSetCache(changes, new Lru(limits.sets))
  }

  /** The current version of the change log. Work that begins now reflects every write up to it. */
  get version (): number {
    return this.changes.version
  }

  /** Hits and misses since the start. Each representation that has to be made counts as one miss. */
  get figures (): Record<'answers' | 'sets', CacheFigures> {
    return { answers: this.answers.figures, sets: this.sets.lru.figures }
  }

  /** The cached representations of one resource type, as one viewer sees them. */
  representations (viewer: Viewer, type: string): Representations {
    return new Representations(this.answers, `${representationViewer(viewer)} ${type} `, this.changes)
  }

  /**
   * A list of answers. After a write the parts are requested again; if they are the same objects as before, the cached
   * list is still valid. Most writes change none of its parts.
   *
   * @param make called with the parts of the cached list. Parts that are valid (`isValid`) need not be made again.
   * @param version of the change log that the list must include.
   */
  async list (
    viewer: Viewer, name: string, make: (before: readonly Answer[]) => Promise<Parts>, version = this.version
  ): Promise<Answer> {
    return await this.#current(`list ${searchViewer(viewer)} ${name}`, version, async (entry) => {
      const { of, facts: { total, next, ignored }, join } = await make(entry?.of ?? [])
      const before = entry !== undefined && areSame(of, entry.of) ? entry.answer : undefined
      const isKnown = before?.total === total && before?.next === next && before?.ignored === ignored
      return { answer: isKnown ? before! : before?.with({ total, next, ignored }) ?? join(), of }
    })
  }

  /** An answer that every write makes stale. */
  async answer (viewer: Viewer, name: string, make: () => Promise<Answer>): Promise<Answer> {
    const key = `other ${searchViewer(viewer)} ${name}`
    return await this.#current(key, this.version, async () => ({ answer: await make(), of: [] }))
  }

  /** A cached list to which no write has happened since; undefined: `list` makes it. */
  currentList (viewer: Viewer, name: string): Answer | undefined {
    const entry = this.#entry(`list ${searchViewer(viewer)} ${name}`)
    return entry !== undefined && entry.version >= this.version ? this.#hit(entry) : undefined
  }

  #entry (key: string): ListEntry | undefined {
    return this.answers.get(key) as ListEntry | undefined
  }

  #hit ({ answer }: ListEntry): Answer {
    this.answers.hits++
    return answer
  }

  async #current (
    key: string,
    version: number,
    make: (entry: ListEntry | undefined) => Promise<{ answer: Answer, of: readonly Answer[] }>
  ): Promise<Answer> {
    const entry = this.#entry(key)
    if (entry !== undefined && entry.version >= version) return this.#hit(entry)
    return await this.answers.making.share(`${version} ${key}`, async () => {
      this.answers.misses++
      const { answer, of } = await make(entry)
      if (entry !== undefined && answer === entry.answer) entry.version = version
      else this.#addList(key, answer, of, version)
      return answer
    })
  }

  #addList (key: string, answer: Answer, of: readonly Answer[], version: number): void {
    const parts: RepresentationEntry[] = []
    let size = answer.copiedLength + PLACE_BYTES * of.length + 2 * key.length + ENTRY_BYTES
    for (const part of of) {
      const entry = entryOf(part)
      if (entry === undefined) continue
      parts.push(entry)
      // A representation that is not cached itself stays in memory only because of the list, so the list counts it.
      if (this.answers.peek(entry.key) !== entry) size += entry.size
    }
    this.answers.add(key, new ListEntry(answer, of, parts, version), size)
  }
}

/** The answer that `make` returns, or a cached one. @param cache undefined: always makes it. */
export async function cached (
  cache: AnswerCache | undefined, viewer: Viewer, name: string, make: () => Promise<Answer>
): Promise<Answer> {
  return cache === undefined ? await make() : await cache.answer(viewer, name, make)
}
