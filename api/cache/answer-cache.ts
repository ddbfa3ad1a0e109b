import type { LRUCache } from 'lru-cache'
import type { ChangeLog, Ids } from '../../db/changes/change-log.js'
import type { Viewer } from '../../db/query/statements/viewer.js'
import type { Answer, Representation } from '../core/answers/answer.js'
import type { Links } from '../core/answers/links.js'
import { HeldAnswers } from './held-answers.js'
import { KeptLists, type ListEntry, type Parts } from './kept-lists.js'
import { KeptRepresentations, type LinksAt, type RepresentationEntry } from './kept-representations.js'
import type { Memory } from './memory.js'
import { Pending } from './pending.js'
import type { ScanResistantCache } from './scan-resistant-cache.js'
import { OVERHEAD, sizeOf } from './size.js'
import { searchViewer } from './viewer-keys.js'

interface CacheEntry<T> {
  value: T
  /** Version of the change log at which the entry was valid. */
  version: number
}

/** What is kept of all rows, and how many bytes it takes. It is replaced, not changed. */
interface Kept { readonly byteLength: number }

/** Rows that writes after one version have touched, up to another one. */
interface Touched { readonly since: number, readonly version: number, readonly rows: readonly number[] | undefined }

/** How often something was found in the cache or had to be made, and what the cache holds. */
export interface CacheFigures { hits: number, misses: number, entries: number, bytes: number }

/** What is cached, each kind within a limit of its own. */
export type CachedKind = 'representations' | 'lists' | 'results' | 'idLists'

/** When writes have touched more rows than this since something was kept, it is made again. */
const MOST_MENDED = 5000

/**
 * Cache of answers and search results. Keys begin with the viewer, so that nobody is shown what was rendered for
 * somebody who may see more. A representation depends on the resources that it shows (dependencies.ts), a list on its
 * representations; what is kept by row is mended with the rows that were written, other search results depend on
 * everything.
 */
export class AnswerCache {
  readonly #representations: ScanResistantCache<RepresentationEntry>
  readonly #kept: KeptRepresentations
  readonly #listEntries: ScanResistantCache<ListEntry>
  readonly #lists: KeptLists
  readonly #results: LRUCache<string, NonNullable<unknown>>
  readonly #idLists: LRUCache<string, CacheEntry<Kept>>
  readonly #pendingLists = new Pending<Answer>()
  readonly #pendingRows = new Pending<Kept>()
  readonly #pendingResults = new Pending<unknown>()
  /** The version at which all results were valid. */
  #resultsVersion = 0
  /** The rows that were touched between two versions; undefined: that is not recorded. */
  #touched: Touched = { since: 0, version: 0, rows: [] }
  readonly #changes: () => ChangeLog
  readonly #found: Record<CachedKind, number> = { representations: 0, lists: 0, results: 0, idLists: 0 }
  readonly #made: Record<CachedKind, number> = { representations: 0, lists: 0, results: 0, idLists: 0 }

  constructor (changes: () => ChangeLog, memory: Pick<Memory<CachedKind>, 'cache' | 'lru'>) {
    this.#changes = changes
    this.#representations = memory.cache('representations')
    this.#listEntries = memory.cache('lists')
    this.#results = memory.lru('results')
    this.#idLists = memory.lru('idLists')
    const held = new HeldAnswers((bytes) => { this.#listEntries.reserve(bytes) })
    this.#kept = new KeptRepresentations(this.#representations, held, changes)
    this.#lists = new KeptLists(this.#listEntries, this.#kept, held)
  }

  /** The current version of the change log. Work that begins now reflects every write up to it. */
  get version (): number {
    return this.#changes().version
  }

  /** Since the start, by what is cached. Representations are made once for each resource that was not found. */
  get figures (): Record<CachedKind, CacheFigures> {
    const figuresOf = (name: CachedKind, cache: { size: number, calculatedSize: number }): CacheFigures => ({
      hits: this.#found[name], misses: this.#made[name], entries: cache.size, bytes: cache.calculatedSize
    })
    return {
      representations: figuresOf('representations', this.#representations),
      lists: figuresOf('lists', this.#listEntries),
      results: figuresOf('results', this.#results),
      idLists: figuresOf('idLists', this.#idLists)
    }
  }

  /**
   * The cached representation of a resource; undefined when it is missing, or a resource that it shows has changed.
   */
  representation (viewer: Viewer, type: string, id: number): Answer | undefined {
    const entry = this.#kept.fresh(viewer, type, id)
    if (entry !== undefined) this.#found.representations++
    return entry?.value
  }

  /** Whether a representation that was kept for somebody, and may have been evicted since, is still valid. */
  isValid (answer: Answer): boolean {
    const isValid = this.#kept.isValid(answer)
    if (isValid) this.#found.representations++
    return isValid
  }

  /**
   * The same within a transaction, which has perhaps changed something itself.
   *
   * @param isUntouched whether the transaction has touched none of the ids so far.
   */
  representationWithin (
    viewer: Viewer, type: string, id: number, isUntouched: (ids: Ids) => boolean
  ): Answer | undefined {
    const entry = this.#kept.fresh(viewer, type, id)
    return entry !== undefined && isUntouched(entry.dependencies) ? entry.value : undefined
  }

  /**
   * Caches a representation.
   *
   * @param make makes the answer. It may show less than `representation`, from which the dependencies are read.
   * @param version of the change log when rendering began.
   */
  keepRepresentation (
    viewer: Viewer,
    type: string,
    id: number,
    representation: Representation,
    make: () => Answer,
    version: number
  ): Answer {
    this.#made.representations++
    return this.#kept.keep(viewer, type, id, representation, make, version)
  }

  /**
   * The links that are known of a resource to which many link, be they stale, with the version of the change log at
   * which they were not. @param before what the same viewer was shown of the resource before.
   */
  knownLinks (viewer: Viewer, type: string, id: number, before?: Answer): LinksAt | undefined {
    return this.#kept.links(viewer, type, id, before)
  }

  /**
   * A representation that is kept and of which nothing but links is stale, with those that there are by now.
   *
   * @param before what the same viewer was shown of the resource before. @param load gives the links; none: the
   *   representation has to be made again. @param version of the change log before they are loaded.
   */
  async withLinks (
    viewer: Viewer, type: string, id: number, before: Answer | undefined, load: () => Promise<Links>, version: number
  ): Promise<Answer | undefined> {
    const answer = this.#kept.needingLinks(viewer, type, id, before)
    if (answer === undefined) return undefined
    const links = await load()
    // While they were loaded others were served, who may have changed the rest.
    if (links.count === 0 || !this.#kept.isRestValid(answer)) return undefined
    this.#found.representations++
    return this.#kept.withLinks(viewer, type, id, answer, links, version)
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
    const key = `${searchViewer(viewer)} ${name}`
    const { version } = this
    const kept = this.#lists.at(key, version)
    if (kept !== undefined) {
      this.#found.lists++
      return kept
    }
    return await this.#pendingLists.once(key, version, async () => {
      this.#made.lists++
      return await this.#lists.make(key, version, make)
    })
  }

  /**
   * Something about each row. After a write only the rows that it touched are looked up again.
   *
   * @param make looks up all rows. @param mend gives what was kept with what has changed of the given rows, each once;
   *   undefined: it has to be made again. What is known of a row must depend on that row alone, or on what makes
   *   everything stale (db/changes/tracking.ts).
   */
  async byRow<T extends Kept> (
    viewer: Viewer,
    name: string,
    make: () => Promise<T>,
    mend: (kept: T, touched: readonly number[]) => Promise<T | undefined>
  ): Promise<T> {
    const key = `${searchViewer(viewer)} ${name}`
    const { version } = this
    const entry = this.#idLists.get(key) as CacheEntry<T> | undefined
    if (entry?.version === version) {
      this.#found.idLists++
      return entry.value
    }
    return await this.#pendingRows.once(key, version, async () =>
      await this.#madeByRow(key, version, entry?.value, entry && this.#rowsAfter(entry.version), make, mend)) as T
  }

  /** The rows that were touched after a version. A search asks for the same of all that is kept for it. */
  #rowsAfter (since: number): readonly number[] | undefined {
    const { version } = this
    if (this.#touched.since !== since || this.#touched.version !== version) {
      const touched = this.#changes().touchedSince(since)
      this.#touched = { since, version, rows: touched && positive(touched) }
    }
    return this.#touched.rows
  }

  async #madeByRow<T extends Kept> (
    key: string,
    version: number,
    kept: T | undefined,
    touched: readonly number[] | undefined,
    make: () => Promise<T>,
    mend: (kept: T, touched: readonly number[]) => Promise<T | undefined>
  ): Promise<T> {
    let value: T | undefined
    if (kept !== undefined && touched !== undefined && touched.length <= MOST_MENDED) {
      value = touched.length === 0 ? kept : await mend(kept, touched)
    }
    this.#found.idLists += Number(value !== undefined)
    this.#made.idLists += Number(value === undefined)
    value ??= await make()
    this.#keepRows(key, value, version)
    return value
  }

  /** Has `byRow` or `kept` find what somebody else has made. @param version of the change log when its making began. */
  keepByRow (viewer: Viewer, name: string, value: Kept, version: number): void {
    this.#keepRows(`${searchViewer(viewer)} ${name}`, value, version)
  }

  #keepRows (key: string, value: Kept, version: number): void {
    this.#idLists.set(key, { value, version }, { size: value.byteLength + 2 * key.length + OVERHEAD })
  }

  /** What `keepByRow` was given, with the version of the change log that it reflects: the asker has to mend it. */
  kept<T extends Kept> (viewer: Viewer, name: string): CacheEntry<T> | undefined {
    const entry = this.#idLists.get(`${searchViewer(viewer)} ${name}`) as CacheEntry<T> | undefined
    if (entry === undefined) this.#made.idLists++
    else this.#found.idLists++
    return entry
  }

  /** Ids of all resources that were touched after a version; undefined when that is not recorded. */
  touchedSince (version: number): number[] | undefined {
    return this.#changes().touchedSince(version)
  }

  /** Ids of the resources of which rows were written after a version; undefined when that is not recorded. */
  rowsSince (version: number): number[] | undefined {
    return this.#changes().rowsSince(version)
  }

  /** Whether nothing that was read of the ids at a version of the change log can have changed since. */
  isUntouched (ids: Ids, since: number): boolean { return this.#changes().isUntouched(ids, since) }

  /** Whether `byRow` has an entry, be it up to date or not. */
  hasByRow (viewer: Viewer, name: string): boolean {
    return this.#idLists.has(`${searchViewer(viewer)} ${name}`)
  }

  /** A search result, cached until anything is written. @param make computes it on a miss. */
  async result<T> (viewer: Viewer, name: string, make: () => Promise<T>): Promise<T> {
    const { version } = this
    if (version !== this.#resultsVersion) {
      this.#results.clear()
      this.#resultsVersion = version
    }
    const key = `${searchViewer(viewer)} ${name}`
    const found = this.#results.get(key)
    if (found !== undefined) {
      this.#found.results++
      return found as T
    }
    return await this.#pendingResults.once(key, version, async () => {
      this.#made.results++
      const value = await make()
      const size = sizeOf(value) + 2 * key.length + OVERHEAD
      if (version === this.#resultsVersion) this.#results.set(key, value as NonNullable<T>, { size })
      return value
    }) as T
  }
}

/** The result of `make`, through the cache if there is one. */
export async function cached<T> (
  cache: AnswerCache | undefined,
  viewer: Viewer,
  name: string,
  make: () => Promise<T>
): Promise<T> {
  return cache === undefined ? await make() : await cache.result(viewer, name, make)
}

/** The ids of which more than the links have changed (db/changes/tracking.ts), each once, ascending. */
function positive (touched: readonly number[]): number[] {
  const ids: number[] = []
  let last = 0
  for (const id of Int32Array.from(touched).sort()) if (id > last) ids.push(last = id)
  return ids
}
