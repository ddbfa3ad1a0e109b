import type { ChangeLog, Ids } from '../../db/changes/change-log.js'
import type { Viewer } from '../../db/query/statements/viewer.js'
import type { Answer, Representation, SearchFacts } from '../core/answers/answer.js'
import { LinkedAnswer } from '../core/answers/linked-answer.js'
import type { SizeListener } from '../core/answers/json-text.js'
import type { Links } from '../core/answers/links.js'
import { dependenciesOf, type Dependencies } from './dependencies.js'
import { IdSetCache } from './id-set-cache.js'
import { ENTRY_BYTES, type CacheFigures, type Lru, type Shared } from './lru.js'
import type { Memory } from './memory.js'
import { Pending } from './pending.js'
import { representationViewer, searchViewer } from './viewer-keys.js'

/** The links to a resource, as of a version of the change log. */
export interface LinksAt { readonly links: Links, readonly version: number }

/** Parts of a list answer in order, its other metadata, and a function that joins them. */
export interface Parts {
  of: readonly Answer[]
  facts: SearchFacts
  join: () => Answer
}

/** Rough size in bytes of a cached representation besides its text and dependencies; half of it is in V8's heap. */
const REPRESENTATION_BYTES = 850

/** Bytes that a list takes for its reference to each part. */
const PLACE_BYTES = 8

/** A cached representation. */
class RepresentationEntry implements Shared, SizeListener {
  /** Number of cached lists that show it. */
  lists = 0
  readonly #resize: (entry: RepresentationEntry) => void

  /**
   * @param version of the change log at which it was valid. @param resize shared by all entries, because a closure per
   *   entry would take as much memory as the entry itself.
   */
  constructor (
    readonly key: string,
    readonly answer: Answer,
    readonly dependencies: Dependencies,
    public version: number,
    resize: (entry: RepresentationEntry) => void
  ) {
    this.#resize = resize
  }

  sizeChanged (): void {
    this.#resize(this)
  }

  get size (): number {
    return this.answer.bytesInMemory + this.dependencies.byteLength + REPRESENTATION_BYTES
  }

  leave (): boolean {
    return this.lists > 0
  }
}

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
 * that it shows (dependencies.ts), a list on its representations, other answers on everything.
 */
export class AnswerCache {
  readonly sets: IdSetCache
  readonly #answers: Lru
  readonly #changes: () => ChangeLog
  readonly #pending = new Pending<Answer>()
  /** Entries by answer, including evicted ones: a cached list may still show an evicted representation. */
  readonly #entries = new WeakMap<Answer, RepresentationEntry>()
  /** The latest list by its first part, because many searches have an identical first page. */
  readonly #byFirst = new WeakMap<Answer, WeakRef<Answer>>()
  readonly #resize = (entry: RepresentationEntry): void => {
    if (this.#answers.peek(entry.key) === entry) this.#answers.set(entry.key, entry, entry.size)
  }

  #hits = 0
  #misses = 0

  constructor (changes: () => ChangeLog, memory: Pick<Memory<'answers' | 'sets'>, 'lru'>) {
    this.#changes = changes
    this.#answers = memory.lru('answers')
    this.sets = new IdSetCache(changes, memory.lru('sets'))
  }

  /** The change log, which records what makes answers and sets stale. */
  get changes (): ChangeLog {
    return this.#changes()
  }

  /** The current version of the change log. Work that begins now reflects every write up to it. */
  get version (): number {
    return this.#changes().version
  }

  /** Hits and misses since the start. Each representation that has to be made counts as one miss. */
  get figures (): Record<'answers' | 'sets', CacheFigures> {
    const { size: entries, bytes } = this.#answers
    return { answers: { hits: this.#hits, misses: this.#misses, entries, bytes }, sets: this.sets.figures }
  }

  /**
   * A cached representation; undefined when there is none, or a resource that it shows has changed.
   *
   * @param isUntouched for use within a transaction: whether it has touched none of the ids so far.
   */
  representation (
    viewer: Viewer, type: string, id: number, isUntouched?: (ids: Ids) => boolean
  ): Answer | undefined {
    const entry = this.#answers.get(keyOf(viewer, type, id)) as RepresentationEntry | undefined
    if (entry === undefined || !this.#isFresh(entry) || isUntouched?.(entry.dependencies) === false) return undefined
    this.#hits++
    return entry.answer
  }

  /** Whether a representation that was cached, and may have been evicted since, is still valid. */
  isValid (answer: Answer): boolean {
    const entry = this.#entries.get(answer)
    if (entry === undefined || !this.#isFresh(entry)) return false
    this.#hits++
    return true
  }

  #isFresh (entry: RepresentationEntry): boolean {
    const changes = this.#changes()
    if (entry.version !== changes.version) {
      if (!changes.isUntouched(entry.dependencies, entry.version)) return false
      entry.version = changes.version
    }
    return true
  }

  /**
   * Caches a representation.
   *
   * @param make makes the answer. It may show less than `representation`, from which the dependencies are read.
   * @param version of the change log when rendering began.
   */
  addRepresentation (
    viewer: Viewer, type: string, id: number, representation: Representation, make: () => Answer, version: number
  ): Answer {
    this.#misses++
    return this.#add(keyOf(viewer, type, id), make(), dependenciesOf(id, representation), version)
  }

  #add (key: string, answer: Answer, dependencies: Dependencies, version: number): Answer {
    let entry = this.#entries.get(answer)
    if (entry !== undefined) entry.version = version
    else {
      entry = new RepresentationEntry(key, answer, dependencies, version, this.#resize)
      this.#entries.set(answer, entry)
      answer.onSizeChange(entry)
    }
    this.#answers.set(key, entry, entry.size)
    return answer
  }

  /**
   * The cached links to a resource with many links, possibly stale, with the version of the change log at which they
   * were correct.
   *
   * @param before an earlier answer to this viewer about the resource, used if the cache has evicted it.
   */
  knownLinks (viewer: Viewer, type: string, id: number, before?: Answer): LinksAt | undefined {
    const entry = this.#present(viewer, type, id, before)
    const links = entry?.dependencies.many?.links
    return links && { links, version: entry!.version }
  }

  #present (viewer: Viewer, type: string, id: number, before: Answer | undefined): RepresentationEntry | undefined {
    return (this.#answers.peek(keyOf(viewer, type, id)) as RepresentationEntry | undefined) ??
      (before && this.#entries.get(before))
  }

  /**
   * A cached representation of which only the links are stale, patched with the current links.
   *
   * @param before an earlier answer to this viewer about the resource, used if the cache has evicted it.
   * @param load returns the links. If there are none, or other parts are stale, the result is undefined.
   * @param version of the change log before the links are loaded.
   */
  async withLinks (
    viewer: Viewer, type: string, id: number, before: Answer | undefined, load: () => Promise<Links>, version: number
  ): Promise<Answer | undefined> {
    const entry = this.#present(viewer, type, id, before)
    const many = entry?.dependencies.many
    if (entry === undefined || many === undefined || !(entry.answer instanceof LinkedAnswer)) return undefined
    const isRestValid = (): boolean => this.#changes().isUntouched(many.rest, entry.version)
    if (!isRestValid()) return undefined
    const links = await load()
    // Checked again: other requests may have changed the rest while the links were loaded.
    if (links.count === 0 || !isRestValid()) return undefined
    this.#hits++
    const answer = links === entry.answer.links ? entry.answer : entry.answer.withLinks(links)
    return this.#add(keyOf(viewer, type, id), answer, many.with(links), version)
  }

  /**
   * A list of answers. After a write the parts are requested again; if they are the same objects as before, the cached
   * list is still valid. Most writes change none of its parts.
   *
   * @param make called with the parts of the cached list. Parts that are valid (`isValid`) need not be made again.
   */
  async list (
    viewer: Viewer, name: string, make: (before: readonly Answer[]) => Promise<Parts>
  ): Promise<Answer> {
    return await this.#current(`list ${searchViewer(viewer)} ${name}`, async (entry) => {
      const { of, facts: { total, next, ignored }, join } = await make(entry?.of ?? [])
      const before = entry !== undefined && isSame(of, entry.of) ? entry.answer : undefined
      const isKnown = before?.total === total && before?.next === next && before?.ignored === ignored
      return { answer: isKnown ? before! : before?.with({ total, next, ignored }) ?? this.#alike(join()), of }
    })
  }

  /** An answer that every write makes stale. */
  async answer (viewer: Viewer, name: string, make: () => Promise<Answer>): Promise<Answer> {
    return await this.#current(`other ${searchViewer(viewer)} ${name}`, async () => ({ answer: await make(), of: [] }))
  }

  async #current (
    key: string, make: (entry: ListEntry | undefined) => Promise<{ answer: Answer, of: readonly Answer[] }>
  ): Promise<Answer> {
    const { version } = this
    const entry = this.#answers.get(key) as ListEntry | undefined
    if (entry?.version === version) {
      this.#hits++
      return entry.answer
    }
    return await this.#pending.once(key, version, async () => {
      this.#misses++
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
      const entry = this.#entries.get(part)
      if (entry === undefined) continue
      parts.push(entry)
      // A representation that is not cached itself stays in memory only because of the list, so the list counts it.
      if (this.#answers.peek(entry.key) !== entry) size += entry.size
    }
    this.#answers.set(key, new ListEntry(answer, of, parts, version), size)
  }

  /** Reuses the content of another list with identical parts, if there is one, so that its bytes are made only once. */
  #alike (list: Answer): Answer {
    const { parts, total, next, ignored } = list
    const first = parts?.[0]
    if (parts === undefined || first === undefined) return list
    const other = this.#byFirst.get(first)?.deref()
    if (other?.parts !== undefined && isSame(parts, other.parts)) return other.with({ total, next, ignored })
    this.#byFirst.set(first, new WeakRef(list))
    return list
  }
}

/** The answer that `make` returns, or a cached one. @param cache undefined: always makes it. */
export async function cached (
  cache: AnswerCache | undefined, viewer: Viewer, name: string, make: () => Promise<Answer>
): Promise<Answer> {
  return cache === undefined ? await make() : await cache.answer(viewer, name, make)
}

function keyOf (viewer: Viewer, type: string, id: number): string {
  return `${representationViewer(viewer)} ${type} ${id}`
}

function isSame (parts: readonly Answer[], others: readonly Answer[]): boolean {
  return parts.length === others.length && parts.every((answer, at) => answer === others[at])
}
