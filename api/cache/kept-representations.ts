import type { ChangeLog } from '../../db/changes/change-log.js'
import type { Viewer } from '../../db/query/statements/viewer.js'
import type { Answer, Representation } from '../core/answers/answer.js'
import { LinkedAnswer } from '../core/answers/linked-answer.js'
import type { SizeListener } from '../core/answers/json-text.js'
import type { Links } from '../core/answers/links.js'
import { dependenciesOf, type Dependencies } from './dependencies.js'
import type { Held, HeldAnswers } from './held-answers.js'
import type { ScanResistantCache } from './scan-resistant-cache.js'
import { representationViewer } from './viewer-keys.js'

/**
 * Rough size of what is kept of a representation besides its text and its dependencies, in bytes: half of it in V8's
 * heap, the rest what Node and the allocator have for a buffer, and places in maps.
 */
const OVERHEAD = 850

/** A representation that is kept. */
export class RepresentationEntry implements Held, SizeListener {
  lists = 0
  isKept = false
  readonly #grew: (entry: RepresentationEntry, more: number) => void

  /**
   * @param version of the change log at which it was valid. @param size bytes that it takes.
   * @param grew is told how many more it takes than before.
   */
  constructor (
    readonly key: string,
    readonly value: Answer,
    readonly dependencies: Dependencies,
    public version: number,
    public size: number,
    grew: (entry: RepresentationEntry, more: number) => void
  ) {
    this.#grew = grew
  }

  sizeChanged (more: number): void {
    this.#grew(this, more)
  }
}

/** Links as they were at a version of the change log. */
export interface LinksAt { readonly links: Links, readonly version: number }

/**
 * Representations by viewer, type and id. One to which many others link stays when it is stale, because what it shows
 * of them is mended.
 */
export class KeptRepresentations {
  readonly #entries: ScanResistantCache<RepresentationEntry>
  /** Those of answers that are still in use, cached or not: lists may keep them for longer. */
  readonly #inUse = new WeakMap<Answer, RepresentationEntry>()
  readonly #held: HeldAnswers
  readonly #changes: () => ChangeLog
  /** The same function for all entries: one of its own would take as much memory as the entry. */
  readonly #grew = (entry: RepresentationEntry, more: number): void => {
    const isPresent = this.#entries.peek(entry.key) === entry
    this.#held.resize(entry, entry.size + more)
    if (isPresent) this.#keep(entry)
  }

  constructor (entries: ScanResistantCache<RepresentationEntry>, held: HeldAnswers, changes: () => ChangeLog) {
    this.#entries = entries
    this.#held = held
    this.#changes = changes
    this.#entries.removed = (entry) => { this.#held.dropped(entry) }
  }

  /** What is kept of a resource; undefined when it is missing, or a resource that it shows has changed. */
  fresh (viewer: Viewer, type: string, id: number): RepresentationEntry | undefined {
    const key = keyOf(viewer, type, id)
    const entry = this.#entries.get(key)
    if (entry === undefined || this.#isFresh(entry)) return entry
    if (entry.dependencies.many === undefined) this.#entries.delete(key)
    return undefined
  }

  #isFresh (entry: RepresentationEntry): boolean {
    const changes = this.#changes()
    if (entry.version !== changes.version) {
      if (!changes.isUntouched(entry.dependencies, entry.version)) return false
      entry.version = changes.version
    }
    return true
  }

  /** Whether what was kept for somebody, and may have been evicted since, is still valid. */
  isValid (answer: Answer): boolean {
    const entry = this.#inUse.get(answer)
    return entry !== undefined && this.#isFresh(entry)
  }

  /** @param before what the same viewer was shown before. */
  #present (viewer: Viewer, type: string, id: number, before: Answer | undefined): RepresentationEntry | undefined {
    return this.#entries.peek(keyOf(viewer, type, id)) ?? (before && this.#inUse.get(before))
  }

  /** The links that are known of a resource to which many link, be they stale. */
  links (viewer: Viewer, type: string, id: number, before?: Answer): LinksAt | undefined {
    const entry = this.#present(viewer, type, id, before)
    const links = entry?.dependencies.many?.links
    return links && { links, version: entry!.version }
  }

  /** A representation of which only the links may be stale. */
  needingLinks (viewer: Viewer, type: string, id: number, before?: Answer): LinkedAnswer | undefined {
    const entry = this.#present(viewer, type, id, before)
    const answer = entry?.value
    return answer instanceof LinkedAnswer && this.isRestValid(answer) ? answer : undefined
  }

  /** Whether all but the links is valid in an answer that is kept. */
  isRestValid (answer: LinkedAnswer): boolean {
    const { version, dependencies: { many } } = this.#inUse.get(answer)!
    return this.#changes().isUntouched(many!.rest, version)
  }

  /**
   * Keeps a representation of which only the links were stale.
   *
   * @param links as they were not before a version of the change log.
   */
  withLinks (viewer: Viewer, type: string, id: number, answer: LinkedAnswer, links: Links, version: number): Answer {
    const { dependencies } = this.#inUse.get(answer)!
    const mended = links === answer.links ? answer : answer.withLinks(links)
    return this.#add(keyOf(viewer, type, id), mended, dependencies.many!.with(links), version)
  }

  /** @param representation from which the dependencies are read. @param version when rendering began. */
  keep (
    viewer: Viewer, type: string, id: number, representation: Representation, make: () => Answer, version: number
  ): Answer {
    const dependencies = dependenciesOf(id, representation)
    return this.#add(keyOf(viewer, type, id), make(), dependencies, version)
  }

  #add (key: string, answer: Answer, dependencies: Dependencies, version: number): Answer {
    const known = this.#inUse.get(answer)
    if (known !== undefined) {
      known.version = version
      this.#keep(known)
      return answer
    }
    const size = answer.length + dependencies.byteLength + OVERHEAD
    const entry = new RepresentationEntry(key, answer, dependencies, version, size, this.#grew)
    this.#keep(entry)
    this.#inUse.set(answer, entry)
    answer.onSizeChange(entry)
    return answer
  }

  #keep (entry: RepresentationEntry): void {
    const { key, size } = entry
    this.#entries.set(key, entry, { size })
    if (this.#entries.peek(key) === entry) this.#held.kept(entry)
  }

  /** The entries of the answers that are known. */
  of (answers: readonly Answer[]): RepresentationEntry[] {
    return answers.flatMap((answer) => this.#inUse.get(answer) ?? [])
  }
}

function keyOf (viewer: Viewer, type: string, id: number): string {
  return `${representationViewer(viewer)} ${type} ${id}`
}
