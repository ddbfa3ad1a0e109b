import type { ChangeLog, Ids } from '../../db/changes/change-log.js'
import type { Answer, Representation, SizeListener } from '../core/answers/answer.js'
import { LinkedAnswer } from '../core/answers/linked-answer.js'
import type { Links } from '../core/answers/links.js'
import { dependenciesOf, type Dependencies } from './dependencies.js'
import type { Lru, Shared } from './lru.js'

/** The links to a resource, as of a version of the change log. */
export interface LinksAt { readonly links: Links, readonly version: number }

/** Rough size in bytes of a cached representation besides its text and dependencies; half of it is in V8's heap. */
const REPRESENTATION_BYTES = 850

/** A cached representation. */
export class RepresentationEntry implements Shared, SizeListener {
  /** Number of cached lists that show it. */
  lists = 0
  readonly #entries: RepresentationEntries

  /**
   * @param version of the change log at which it was valid. @param entries receives its size, because a closure per
   *   entry would take as much memory as the entry itself.
   */
  constructor (
    readonly key: string,
    readonly answer: Answer,
    readonly dependencies: Dependencies,
    public version: number,
    entries: RepresentationEntries
  ) {
    this.#entries = entries
  }

  sizeChanged (): void {
    this.#entries.resize(this)
  }

  get size (): number {
    return this.answer.bytesInMemory + this.dependencies.byteLength + REPRESENTATION_BYTES
  }

  leave (): boolean {
    return this.lists > 0
  }
}

/** The entries of all representations, of all types and viewers. */
export class RepresentationEntries {
  hits = 0
  misses = 0
  readonly #cache: Lru
  /** Entries by answer, including evicted ones: a cached list may still show an evicted representation. */
  readonly #byAnswer = new WeakMap<Answer, RepresentationEntry>()

  constructor (cache: Lru) {
    this.#cache = cache
  }

  get (key: string): RepresentationEntry | undefined {
    return this.#cache.get(key) as RepresentationEntry | undefined
  }

  /** An entry, without moving it to the front. */
  peek (key: string): RepresentationEntry | undefined {
    return this.#cache.peek(key) as RepresentationEntry | undefined
  }

  of (answer: Answer): RepresentationEntry | undefined {
    return this.#byAnswer.get(answer)
  }

  add (key: string, answer: Answer, dependencies: Dependencies, version: number): Answer {
    let entry = this.#byAnswer.get(answer)
    if (entry !== undefined) entry.version = version
    else {
      entry = new RepresentationEntry(key, answer, dependencies, version, this)
      this.#byAnswer.set(answer, entry)
      answer.onSizeChange(entry)
    }
    this.#cache.set(key, entry, entry.size)
    return answer
  }

  resize (entry: RepresentationEntry): void {
    if (this.#cache.peek(entry.key) === entry) this.#cache.set(entry.key, entry, entry.size)
  }
}

/**
 * The cached representations of one resource type, as one viewer sees them. Each depends on the resources that it shows
 * (dependencies.ts). For the use within one operation: foreign commits were recorded in the change log before it began.
 */
export class Representations {
  readonly #entries: RepresentationEntries
  /** The key of a representation, without its id. */
  readonly #prefix: string
  readonly #changes: ChangeLog

  constructor (entries: RepresentationEntries, prefix: string, changes: ChangeLog) {
    this.#entries = entries
    this.#prefix = prefix
    this.#changes = changes
  }

  /** Version of the change log. Work that begins now reflects every write up to it. */
  get version (): number {
    return this.#changes.version
  }

  /**
   * A cached representation; undefined when there is none, or a resource that it shows has changed.
   *
   * @param isUntouched for use within a transaction: whether it has touched none of the ids so far.
   */
  get (id: number, isUntouched?: (ids: Ids) => boolean): Answer | undefined {
    const entry = this.#entries.get(this.#prefix + id)
    if (entry === undefined || !this.#isFresh(entry) || isUntouched?.(entry.dependencies) === false) return undefined
    this.#entries.hits++
    return entry.answer
  }

  /**
   * The valid representations of these resources, by id.
   *
   * @param before earlier answers to this viewer by id, used if the cache has evicted them.
   */
  current (ids: readonly number[], before: ReadonlyMap<unknown, Answer>): Map<number, Answer> {
    const answers = new Map<number, Answer>()
    for (const id of ids) {
      const earlier = before.get(id)
      const answer = this.get(id) ?? (earlier !== undefined && this.isValid(earlier) ? earlier : undefined)
      if (answer !== undefined) answers.set(id, answer)
    }
    return answers
  }

  /** Whether a representation that was cached, and may have been evicted since, is still valid. */
  isValid (answer: Answer): boolean {
    const entry = this.#entries.of(answer)
    if (entry === undefined || !this.#isFresh(entry)) return false
    this.#entries.hits++
    return true
  }

  #isFresh (entry: RepresentationEntry): boolean {
    const { version } = this.#changes
    if (entry.version !== version) {
      if (!this.#changes.isUntouched(entry.dependencies, entry.version)) return false
      entry.version = version
    }
    return true
  }

  /**
   * Caches a representation.
   *
   * @param answer may show less than `representation`, from which the dependencies are read.
   * @param version of the change log when rendering began.
   */
  add (id: number, representation: Representation, answer: Answer, version: number): Answer {
    this.#entries.misses++
    return this.#entries.add(this.#prefix + id, answer, dependenciesOf(id, representation), version)
  }

  /**
   * The cached links to a resource with many links, possibly stale, with the version of the change log at which they
   * were correct.
   *
   * @param before an earlier answer to this viewer about the resource, used if the cache has evicted it.
   */
  linksTo (id: number, before?: Answer): LinksAt | undefined {
    const entry = this.#present(id, before)
    const links = entry?.dependencies.many?.links
    return links && { links, version: entry!.version }
  }

  #present (id: number, before: Answer | undefined): RepresentationEntry | undefined {
    return this.#entries.peek(this.#prefix + id) ?? (before && this.#entries.of(before))
  }

  /**
   * A cached representation of which only the links are stale, patched with the current links.
   *
   * @param before an earlier answer to this viewer about the resource, used if the cache has evicted it.
   * @param load returns the links. If there are none, or other parts are stale, the result is undefined.
   * @param version of the change log before the links are loaded.
   */
  async withLinks (
    id: number, before: Answer | undefined, load: () => Promise<Links>, version: number
  ): Promise<Answer | undefined> {
    const entry = this.#present(id, before)
    const many = entry?.dependencies.many
    if (entry === undefined || many === undefined || !(entry.answer instanceof LinkedAnswer)) return undefined
    const isRestValid = (): boolean => this.#changes.isUntouched(many.rest, entry.version)
    if (!isRestValid()) return undefined
    const links = await load()
    // Checked again: other requests may have changed the rest while the links were loaded.
    if (links.count === 0 || !isRestValid()) return undefined
    this.#entries.hits++
    const answer = links === entry.answer.links ? entry.answer : entry.answer.withLinks(links)
    return this.#entries.add(this.#prefix + id, answer, many.with(links), version)
  }
}
