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

/** Links as they were at a version of the change log. */
export interface LinksAt { readonly links: Links, readonly version: number }

/** A list answer: its parts in order, and its other metadata. */
export interface Parts {
  of: readonly Answer[]
  facts: SearchFacts
  join: () => Answer
}

/** Rough size of a cached representation besides its text and dependencies, in bytes: half of it in V8's heap. */
const REPRESENTATION_BYTES = 850

/** Bytes that a list takes for each of its parts. */
const PLACE_BYTES = 8

/** A cached representation. */
class RepresentationEntry implements Shared, SizeListener {
  /** Number of cached lists that show it. */
  lists = 0
  readonly #resize: (entry: RepresentationEntry) => void

  /**
   * @param version of the change log at which it was valid. @param resize one function for all entries: each of its own
   *   would take as much memory as an entry.
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

/** A cached list, or another answer that every write makes stale, which has no parts. */
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
 * Cache of answers, and of the sets of ids that searches are made of. Keys begin with the viewer, so that nobody is
 * shown what was rendered for a viewer who may see more. A representation depends on the resources that it shows
 * (dependencies.ts), a list on its representations, other answers on everything.
 */
export class AnswerCache {
  readonly sets: IdSetCache
  readonly #answers: Lru
  readonly #changes: () => ChangeLog
  readonly #pending = new Pending<Answer>()
  /** The entries of representations that are in use, cached or not: lists may show evicted ones. */
  readonly #entries = new WeakMap<Answer, RepresentationEntry>()
  /** The latest list of those that begin with an answer: many searches find the same first page. */
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

  /** The change log: what makes answers and sets stale. */
  get changes (): ChangeLog {
    return this.#changes()
  }

  /** The current version of the change log. Work that begins now reflects every write up to it. */
  get version (): number {
    return this.#changes().version
  }

  /** Since the start. Representations are made once for each resource that was not found. */
  get figures (): Record<'answers' | 'sets', CacheFigures> {
    const { size: entries, bytes } = this.#answers
    return { answers: { hits: this.#hits, misses: this.#misses, entries, bytes }, sets: this.sets.figures }
  }

  /** A cached representation; undefined when there is none, or a resource that it shows has changed. */
  representation (viewer: Viewer, type: string, id: number): Answer | undefined {
    const entry = this.#answers.get(keyOf(viewer, type, id)) as RepresentationEntry | undefined
    if (entry === undefined || !this.#isFresh(entry)) return undefined
    this.#hits++
    return entry.answer
  }

  /**
   * A cached representation within a transaction, which has perhaps changed something itself.
   *
   * @param isUntouched whether the transaction has touched none of the ids so far.
   */
  representationWithin (
    viewer: Viewer, type: string, id: number, isUntouched: (ids: Ids) => boolean
  ): Answer | undefined {
    const entry = this.#answers.get(keyOf(viewer, type, id)) as RepresentationEntry | undefined
    if (entry === undefined || !this.#isFresh(entry) || !isUntouched(entry.dependencies)) return undefined
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
   * The links that are known of a resource to which many link, perhaps stale, with the version of the change log at
   * which they were not.
   *
   * @param before what the same viewer was shown of the resource before.
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
   * A cached representation of which nothing but links is stale, with the current links.
   *
   * @param before what the same viewer was shown of the resource before. @param load gives the links; none: the
   *   representation has to be made again. @param version of the change log before they are loaded.
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
    // While they were loaded others were served, who may have changed the rest.
    if (links.count === 0 || !isRestValid()) return undefined
    this.#hits++
    const answer = links === entry.answer.links ? entry.answer : entry.answer.withLinks(links)
    return this.#add(keyOf(viewer, type, id), answer, many.with(links), version)
  }

  /**
   * A list of answers. After a write the parts are requested again; if they are the same objects as before, the cached
   * list is still valid. Most writes change none of its parts.
   *
   * @param make is given the parts of the cached list: those that are valid (`isValid`) need not be made again.
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
      // What is not cached by itself is only in memory because of the list.
      if (this.#answers.peek(entry.key) !== entry) size += entry.size
    }
    this.#answers.set(key, new ListEntry(answer, of, parts, version), size)
  }

  /** A list, with the content of another list of the same parts if there is one: its bytes are made only once. */
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

/** The answer that `make` gives, from the cache if there is one. */
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
