import type { ChangeLog, Ids } from '../../db/changes/change-log.js'
import type { Viewer } from '../../db/query/statements/viewer.js'
import type { Answer, Representation } from '../core/answers/answer.js'
import { LinkedAnswer, REVERSE } from '../core/answers/linked-answer.js'
import { Links } from '../core/answers/links.js'
import type { Lru, Shared } from './lru.js'

/**
 * Cache key of viewers with the same representations: all viewers who see everything, all anonymous ones, or one
 * account.
 */
export function representationViewer ({ viewsAll, id }: Viewer): string {
  return viewsAll ? 'all' : id === null ? '' : String(id)
}

/** Cache key of viewers with the same search results. They depend on the role, too. */
export function searchViewer ({ id, viewsAll, isAdmin }: Viewer): string {
  return `${id ?? ''} ${viewsAll} ${isAdmin}`
}

/** The links to a resource, as of a version of the change log. */
export interface LinksAt { readonly links: Links, readonly version: number }

/** Rough size in bytes of a cached representation besides its text and dependencies; half of it is in V8's heap. */
const REPRESENTATION_BYTES = 850

/** A cached representation. */
export class RepresentationEntry implements Shared {
  /** Number of cached lists that show it. */
  lists = 0
  readonly size: number

  /** @param version of the change log at which it was valid. */
  constructor (
    readonly key: string,
    readonly answer: Answer<Representation>,
    readonly dependencies: Dependencies,
    public version: number
  ) {
    this.size = answer.length + dependencies.byteLength + REPRESENTATION_BYTES
  }

  leave (): boolean {
    return this.lists > 0
  }
}

/** Entries by answer, including evicted ones: a cached list may still show an evicted representation. */
const entries = new WeakMap<Answer, RepresentationEntry>()

/** The entry of a representation that was cached, and may have been evicted since. */
export function entryOf (answer: Answer): RepresentationEntry | undefined {
  return entries.get(answer)
}

/**
 * The cached representations of one resource type, as one viewer sees them. Each depends on the resources that it
 * shows (`dependenciesOf`). For the use within one operation: foreign commits were recorded in the change log before it
 * began.
 */
export class Representations {
  /** @param prefix the key of a representation, without its id. */
  constructor (private readonly cache: Lru, private readonly prefix: string, private readonly changes: ChangeLog) {}

  /** Version of the change log. Work that begins now reflects every write up to it. */
  get version (): number {
    return this.changes.version
  }

  /** A cached representation; undefined when there is none, or a resource that it shows has changed. */
  get (id: number): Answer<Representation> | undefined {
    const entry = this.cache.get(this.prefix + id) as RepresentationEntry | undefined
    if (entry === undefined || !this.#isFresh(entry)) return undefined
    this.cache.hits++
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
    const entry = entryOf(answer)
    if (entry === undefined || !this.#isFresh(entry)) return false
    this.cache.hits++
    return true
  }

  #isFresh (entry: RepresentationEntry): boolean {
    const { version } = this.changes
    if (entry.version !== version) {
      if (!this.changes.isUntouched(entry.dependencies, entry.version)) return false
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
  add (
    id: number, representation: Representation, answer: Answer<Representation>, version: number
  ): Answer<Representation> {
    this.cache.misses++
    return this.#put(id, answer, dependenciesOf(id, representation), version)
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
    const entry = this.cache.peek(this.prefix + id) as RepresentationEntry | undefined
    return entry ?? (before && entryOf(before))
  }

  #put (
    id: number, answer: Answer<Representation>, dependencies: Dependencies, version: number
  ): Answer<Representation> {
    let entry = entryOf(answer)
    if (entry !== undefined) entry.version = version
    else entries.set(answer, entry = new RepresentationEntry(this.prefix + id, answer, dependencies, version))
    this.cache.add(entry.key, entry, entry.size)
    return answer
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
    const isRestValid = (): boolean => this.changes.isUntouched(many.rest, entry.version)
    if (!isRestValid()) return undefined
    const links = await load()
    // Checked again: other requests may have changed the rest while the links were loaded.
    if (links.count === 0 || !isRestValid()) return undefined
    this.cache.hits++
    const answer = links === entry.answer.links ? entry.answer : entry.answer.withLinks(links)
    return this.#put(id, answer, many.with(links), version)
  }
}

/** Rough sizes in bytes of a set of ids, and of each id in it. */
const SET_BYTES = 100
const ID_BYTES = 32

/** Ids of the resources that a representation depends on. */
interface Dependencies extends Ids {
  readonly byteLength: number
  /** Set when many resources link to it: the links, and the dependencies of the rest of the representation. */
  readonly many?: Pick<LinkedDependencies, 'links' | 'rest' | 'with'>
}

class IdDependencies extends Set<number> implements Dependencies {
  get byteLength (): number {
    return SET_BYTES + ID_BYTES * this.size
  }
}

/** Dependencies of a representation with many links to it; shares the list of linking resources without a copy. */
class LinkedDependencies implements Dependencies {
  readonly many = this

  constructor (readonly id: number, readonly rest: Dependencies, readonly links: Links) {}

  with (links: Links): LinkedDependencies {
    return new LinkedDependencies(this.id, this.rest, links)
  }

  /** An upper bound: a resource may be in both parts. */
  get size (): number {
    return this.rest.size + 1 + this.links.linking.length
  }

  get byteLength (): number {
    return this.rest.byteLength + this.links.overhead
  }

  has (id: number): boolean {
    return id === -this.id || this.rest.has(id) || this.links.has(id)
  }

  * [Symbol.iterator] (): Generator<number, undefined> {
    yield -this.id
    yield * this.rest
    yield * this.links.linking
  }
}

/**
 * Members that show more of another resource than its id. References to item sets, and from a media to its item, show
 * only that these are visible; a change of visibility invalidates every entry anyway.
 */
const REFERENCES = ['o:primary_media', 'o:media'] as const

/**
 * The ids of resources that a representation depends on: itself, its media, the targets of its links, and the
 * resources that link to it. Its own id negated stands for the links to it: the change log notes that when only they
 * change (db/changes/queue.ts).
 */
export function dependenciesOf (id: number, representation: Representation): Dependencies {
  const ids = new IdDependencies([id])
  for (const key of REFERENCES) {
    for (const reference of [representation[key]].flat()) {
      const named = (reference as Representation | null | undefined)?.['o:id']
      if (typeof named === 'number') ids.add(named)
    }
  }
  addLinked(representation, ids)
  const reverse = representation[REVERSE] ?? {}
  if (reverse instanceof Links) return new LinkedDependencies(id, ids, reverse)
  ids.add(-id)
  for (const subjects of Object.values(reverse as Record<string, Representation[]>)) {
    for (const { '@id': address } of subjects) { ids.add(Number(String(address).slice(String(address).lastIndexOf('/') + 1))) }
  }
  return ids
}

/** Values are lists of objects with a `property_id`; annotations hold more of them. */
function addLinked (terms: Representation, ids: Set<number>): void {
  for (const values of Object.values(terms)) {
    if (!Array.isArray(values)) continue
    for (const value of values as Array<Representation | null>) {
      if (typeof value?.property_id !== 'number') continue
      if (typeof value.value_resource_id === 'number') ids.add(value.value_resource_id)
      if (value['@annotation'] !== undefined) addLinked(value['@annotation'] as Representation, ids)
    }
  }
}
