import { LRUCache } from 'lru-cache'
import type { ChangeLog } from '../../db/change-log.js'
import type { Viewer } from '../../db/search/viewer.js'
import { Answer, type Representation } from '../answer.js'
import { dependenciesOf } from './dependencies.js'
import { sizeOf, sizeOfJoined, sizeOfText } from './size.js'

interface CacheEntry<T> {
  value: T
  /** Version of the change log at which the entry was valid. */
  version: number
}

/** A list answer: the answers that it consists of, in their order, and its other facts. */
export interface Parts {
  of: readonly Answer[]
  facts: Pick<Answer, 'total' | 'next'>
  join: () => Answer
}

/** Fractions of the cache's bytes for each kind of entry; they add up to 1. */
type CacheShares = Record<'representations' | 'lists' | 'results' | 'idLists', number>

const ANSWER_SHARES: CacheShares = { representations: 1 / 2, lists: 1 / 4, results: 1 / 8, idLists: 1 / 8 }

/** For search workers, which find ids but render no representations. */
export const ID_SHARES: CacheShares = { representations: 0, lists: 0, results: 1 / 2, idLists: 1 / 2 }

/** Rough size of an entry without its value, in bytes. */
const OVERHEAD = 400

/**
 * LRU cache of answers and search results. Keys begin with the viewer, so that nobody is shown what was rendered for
 * somebody who may see more. A representation depends on the resources that it shows (dependencies.ts), a list on its
 * representations, a search result on everything.
 */
export class AnswerCache {
  readonly #representations: LRUCache<string, CacheEntry<Answer> & { dependencies: ReadonlySet<number> }>
  readonly #lists: LRUCache<string, { answer: Answer, of: readonly Answer[], version: number }>
  readonly #results: LRUCache<string, NonNullable<unknown>>
  readonly #idLists: LRUCache<string, CacheEntry<Int32Array>>
  /** Results that are being computed, so that concurrent requests share them. */
  readonly #pending = new Map<string, Promise<unknown>>()
  /** The version at which all results were valid. */
  #resultsVersion = 0
  readonly #changes: () => ChangeLog

  /** @param limit bytes to keep at the most, roughly. @param shares how they are divided. */
  constructor (changes: () => ChangeLog, limit: number, shares: CacheShares = ANSWER_SHARES) {
    this.#changes = changes
    this.#representations = lru(limit * shares.representations)
    this.#lists = lru(limit * shares.lists)
    this.#results = lru(limit * shares.results)
    this.#idLists = lru(limit * shares.idLists)
  }

  /** The current version of the change log. Work that begins now is valid for everything written until now. */
  get version (): number {
    return this.#changes().version
  }

  /** The cached representation of a resource; undefined when it is missing, or a resource that it shows has changed. */
  representation (viewer: Viewer, type: string, id: number): Answer | undefined {
    const key = `${representationViewer(viewer)} ${type} ${id}`
    const entry = this.#representations.get(key)
    if (entry === undefined) return undefined
    const changes = this.#changes()
    if (entry.version !== changes.version) {
      if (!changes.isUntouched(entry.dependencies, entry.version)) {
        this.#representations.delete(key)
        return undefined
      }
      entry.version = changes.version
    }
    return entry.value
  }

  /**
   * Caches a representation.
   *
   * @param make the answer. It may show less than `representation`, from which the dependencies are read.
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
    const dependencies = dependenciesOf(id, representation)
    const answer = make()
    const size = sizeOfText(answer.template) + 40 * dependencies.size + OVERHEAD
    this.#representations.set(
      `${representationViewer(viewer)} ${type} ${id}`,
      { value: answer, version, dependencies },
      { size }
    )
    return answer
  }

  /**
   * A list of answers. After a write its parts are requested again; if they are the same objects, the cached list is
   * still valid: most writes change none of its parts.
   */
  async list (viewer: Viewer, name: string, make: () => Promise<Parts>): Promise<Answer> {
    const key = `${searchViewer(viewer)} ${name}`
    const { version } = this
    const entry = this.#lists.get(key)
    if (entry?.version === version) return entry.answer
    const { of, facts: { total, next }, join } = await make()
    if (entry?.answer.total === total && entry.answer.next === next && isSame(of, entry.of)) {
      entry.version = version
      return entry.answer
    }
    const answer = join()
    this.#lists.set(key, { answer, of, version }, { size: sizeOfJoined(of) + 2 * key.length + OVERHEAD })
    return answer
  }

  /**
   * Ids of rows, ascending. After a write only the rows that it touched are queried again.
   *
   * @param select queries all ids, or those among some. Whether it finds an id must depend on that row alone.
   */
  async idList (
    viewer: Viewer,
    name: string,
    select: (among?: readonly number[]) => Promise<Int32Array>
  ): Promise<Int32Array> {
    const key = `${searchViewer(viewer)} ${name}`
    const { version } = this
    const entry = this.#idLists.get(key)
    const touched = entry && this.#changes().touchedSince(entry.version)
    if (entry !== undefined && touched?.length === 0) return entry.value
    const value = entry === undefined || touched === undefined
      ? (await select()).sort()
      : updateIds(entry.value, touched, await select(touched))
    this.#idLists.set(key, { value, version }, { size: value.byteLength + OVERHEAD })
    return value
  }

  /** Whether `idList` has an entry, which may have to be updated. */
  hasIdList (viewer: Viewer, name: string): boolean {
    return this.#idLists.has(`${searchViewer(viewer)} ${name}`)
  }

  /** A search result, cached until anything is written. @param make computes it on a miss. */
  async result<T> (viewer: Viewer, name: string, make: () => Promise<T>): Promise<T> {
    const { version } = this
    if (version !== this.#resultsVersion) {
      this.#results.clear()
      this.#pending.clear()
      this.#resultsVersion = version
    }
    const key = `${searchViewer(viewer)} ${name}`
    const found = this.#results.get(key) ?? this.#pending.get(key)
    if (found !== undefined) return await (found as T | Promise<T>)
    const making = make()
    this.#pending.set(key, making)
    try {
      const value = await making
      const size = sizeOf(value) + 2 * key.length + OVERHEAD
      if (version === this.#resultsVersion) this.#results.set(key, value as NonNullable<T>, { size })
      return value
    } finally {
      if (this.#pending.get(key) === making) this.#pending.delete(key)
    }
  }
}

/** The result of `make`, cached if there is a cache. */
export async function cached<T> (
  cache: AnswerCache | undefined,
  viewer: Viewer,
  name: string,
  make: () => Promise<T>
): Promise<T> {
  return cache === undefined ? await make() : await cache.result(viewer, name, make)
}

/** An entry larger than a quarter of the cache is not kept. The library takes 0 as no limit, hence at least 1. */
function lru<V extends NonNullable<unknown>> (bytes: number): LRUCache<string, V> {
  const maxSize = Math.max(1, Math.floor(bytes))
  return new LRUCache<string, V>({ maxSize, maxEntrySize: Math.max(1, Math.floor(maxSize / 4)) })
}

function isSame (parts: readonly Answer[], others: readonly Answer[]): boolean {
  return parts.length === others.length && parts.every((answer, at) => answer === others[at])
}

/** A list of ids after a write: `touched` ids are replaced by those of them that were `found`. Ascending. */
function updateIds (ids: Int32Array, touched: readonly number[], found: Int32Array): Int32Array {
  const isTouched = new Set(touched)
  const untouched = ids.filter((id) => !isTouched.has(id))
  const all = new Int32Array(untouched.length + found.length)
  all.set(untouched)
  all.set(found, untouched.length)
  return all.sort()
}

/** Cache key of viewers with the same representations: all who see everything, all anonymous, or one account. */
function representationViewer ({ viewsAll, id }: Viewer): string {
  return viewsAll ? 'all' : id === null ? '' : String(id)
}

/**
 * Cache key of viewers with the same search results. These depend on the role, which even a viewer without account has.
 */
function searchViewer ({ id, viewsAll, isAdmin }: Viewer): string {
  return `${id ?? ''} ${viewsAll} ${isAdmin}`
}
