import type { JournalPlace } from '../../../../db/changes/journal.js'
import type { Postings } from '../../../../db/query/tokens/postings.js'
import type { RelevanceClasses } from '../../../../db/query/text/relevance-classes.js'
import {
  MAX_CLASSES, relevanceOf, type CountedIds, type Frequency, type MatchingDocuments
} from '../../../../db/query/text/relevance.js'
import type { Ids } from '../../context/ids.js'
import { RankedDocuments, type Move } from './ranked-documents.js'

/** What a ranking is made of. */
export interface RankingSources {
  /** Documents with what each step of the query counts. */
  readonly postings: readonly Postings[]
  /** Whether each step counts all of them; else only those with a phrase. */
  readonly areAllCounted: boolean
  /** Documents that count for relevance. */
  readonly counted: CountedIds
  /** All rows that the viewer may see. */
  readonly visible: Ids
}

/** A document as it was, and how often it contains what is counted now. */
interface Former { readonly counts: number[], readonly now: readonly number[], isCounted: boolean, isVisible: boolean }

/** With more documents that have changed a ranking is made again. */
const MOST_CHANGED = 200

/** So is one to which mending has added so many classes: those that writes have left empty stay. */
const MOST_ADDED = 1000

/**
 * A ranking that is kept, and mended with the documents that have changed. How relevant its classes are depends on the
 * number of all documents, too, and is computed again for each search.
 */
export class KeptRanking {
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

  /** @param found the documents that match; undefined: they are not to be kept. @param most ids kept of each class. */
  static of (sources: RankingSources, found: MatchingDocuments | undefined, most: number): KeptRanking | undefined {
    if (found === undefined) return undefined
    const relevance = new Float64Array(found.classes.size)
    return new KeptRanking(sources, found, RankedDocuments.of(found, sources.visible, relevance, most))
  }

  get byteLength (): number {
    return this.#ranked.byteLength + this.#classes.byteLength
  }

  /** The documents that were found, ranked. @param total number of all documents that count. */
  rankedBy (total: number): RankedDocuments {
    return this.#ranked.with(relevanceOf({ classes: this.#classes, frequencies: this.#frequencies }, total))
  }

  /** The same ranking by what it is made of now; undefined: it has to be made again. */
  mended (sources: RankingSources): KeptRanking | undefined {
    const former = this.#former(sources)
    if (former === undefined || former.size > MOST_CHANGED) return undefined
    if (this.#classes.size > MAX_CLASSES + MOST_ADDED) return undefined
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
    return ranked && new KeptRanking(sources, { classes: this.#classes, frequencies }, ranked)
  }

  /** What has changed since, as it was; undefined: that is not known. */
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
    // Backwards, so that the first change is the last that is undone.
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
