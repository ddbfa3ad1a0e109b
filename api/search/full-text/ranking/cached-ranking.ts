import type { JournalPlace } from '../../../../db/changes/journal.js'
import type { Postings } from '../../../../db/query/tokens/postings.js'
import {
  MAX_CLASSES, relevanceOf, type RelevanceClasses, type CountedIds, type Frequency, type MatchingDocuments
} from '../../../../db/query/text/relevance.js'
import type { Ids } from '../../context/ids.js'
import { RankedDocuments, type Move } from './ranked-documents.js'

/** The sets and counts that a ranking is computed from. */
interface RankingSources {
  /** For each step of the query: the documents with a count, and the counts. */
  readonly postings: readonly Postings[]
  /** Whether each step counts all documents; otherwise only documents with a phrase. */
  readonly areAllCounted: boolean
  /** Documents that count for relevance. */
  readonly counted: CountedIds
  /** All rows that the viewer may see. */
  readonly visible: Ids
}

/** A changed document: its state when the ranking was made, and its current counts. */
interface Former { readonly counts: number[], readonly now: readonly number[], isCounted: boolean, isVisible: boolean }

/** When more documents than this have changed, the ranking is made again instead of patched. */
const PATCH_MAX_DOCUMENTS = 200

/** When patches have added more classes than this, the ranking is made again, because empty classes are not removed. */
const PATCH_MAX_ADDED_CLASSES = 1000

/**
 * A ranking that is cached, and patched with the documents that have changed. The relevance of its classes also depends
 * on the number of all documents, so it is computed again for each search.
 */
export class CachedRanking {
  readonly #postings: readonly JournalPlace[]
  readonly #counted: JournalPlace
  readonly #visible: JournalPlace
  readonly #classes: RelevanceClasses
  readonly #frequencies: readonly Frequency[]
  readonly #ranked: RankedDocuments

  private constructor (
    { postings, counted, visible }: RankingSources,
    { classes, frequencies }: Pick<MatchingDocuments, 'classes' | 'frequencies'>,
    ranked: RankedDocuments
  ) {
    this.#classes = classes
    this.#frequencies = frequencies
    this.#ranked = ranked
    this.#postings = postings.map(({ journal }) => journal.place)
    this.#counted = counted.journal.place
    this.#visible = visible.journal.place
  }

  /** @param found the matching documents; undefined: do not cache them. @param most maximal number of ids per class. */
  static of (sources: RankingSources, found: MatchingDocuments | undefined, most: number): CachedRanking | undefined {
    if (found === undefined) return undefined
    const relevance = new Float64Array(found.classes.size)
    return new CachedRanking(sources, found, RankedDocuments.of(found, sources.visible, relevance, most))
  }

  get byteLength (): number {
    return this.#ranked.byteLength + this.#classes.byteLength
  }

  /** The documents that were found, ranked. @param total number of all documents that count. */
  rankedBy (total: number): RankedDocuments {
    return this.#ranked.with(relevanceOf({ classes: this.#classes, frequencies: this.#frequencies }, total))
  }

  /** Patches the ranking with the changes of its sources. @returns undefined when it has to be made again. */
  patched (sources: RankingSources): CachedRanking | undefined {
    const former = this.#former(sources)
    if (former === undefined || former.size > PATCH_MAX_DOCUMENTS) return undefined
    if (this.#classes.size > MAX_CLASSES + PATCH_MAX_ADDED_CLASSES) return undefined
    if (former.size > 0 && !sources.areAllCounted) return undefined
    const frequencies = this.#frequencies.map((frequency) => frequency && { ...frequency })
    const moves: Move[] = []
    for (const [id, before] of former) {
      const { now } = before
      const isCounted = sources.counted.has(id)
      for (const [step, frequency] of frequencies.entries()) {
        if (frequency === undefined) continue
        const had = before.isCounted && before.counts[step]! > 0
        frequency.documents += Number(isCounted && now[step]! > 0) - Number(had)
      }
      const from = before.isVisible ? this.#classes.of(before.counts) : 0
      const to = sources.visible.has(id) ? this.#classes.of(now) : 0
      if (from !== to) moves.push({ id, from, to })
    }
    const ranked = this.#ranked.changed(moves, this.#classes.size)
    return ranked && new CachedRanking(sources, { classes: this.#classes, frequencies }, ranked)
  }

  /** The documents that have changed since the ranking was made; undefined: unknown, as a journal is too short. */
  #former ({ postings, counted, visible }: RankingSources): Map<number, Former> | undefined {
    const former = new Map<number, Former>()
    const of = (id: number): Former => {
      let document = former.get(id)
      if (document === undefined) {
        const now = postings.map((one) => one.countIn(id))
        former.set(id, document = { counts: [...now], now, isCounted: counted.has(id), isVisible: visible.has(id) })
      }
      return document
    }
    // Undone from the last change to the first, so that the earliest counts remain.
    for (const [step, { journal }] of postings.entries()) {
      const changes = journal.since(this.#postings[step]!)
      if (changes === undefined) return undefined
      for (let at = changes.length - 1; at >= 0; at--) of(changes[at]![0]).counts[step] = changes[at]![1]
    }
    const toggled = [counted.journal.since(this.#counted), visible.journal.since(this.#visible)] as const
    if (toggled[0] === undefined || toggled[1] === undefined) return undefined
    for (const id of toggled[0]) of(id).isCounted = !of(id).isCounted
    for (const id of toggled[1]) of(id).isVisible = !of(id).isVisible
    return former
  }
}
