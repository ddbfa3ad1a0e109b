import type { Journal } from '../../changes/journal.js'
import type { FullTextQuery, Part } from '../tokens/full-text-query.js'
import type { Postings, Listed } from '../tokens/postings.js'

/** The ids of documents that count. The journal records ids that were added or removed. */
export interface CountedIds {
  readonly journal: Journal<number>
  has (id: number): boolean
}

/** The documents from which relevance is computed. */
export interface CountedDocuments {
  readonly total: number
  /** Absent: only the total is known. */
  readonly all?: CountedIds
  /** Number of these documents that count. */
  count (ids: Int32Array): number
}

/** Access to the texts of documents. */
export interface Texts {
  documents (): Promise<CountedDocuments>
  /** The documents that contain a token. */
  containing (token: string): Promise<Postings>
  /** The documents with any of these token sequences, without duplicates. */
  holding (sequences: readonly Part[]): Promise<Postings>
}

/** The documents with each phrase, each word and each part of a query, in the order of the query. */
interface Matches {
  readonly phrases: readonly Postings[]
  readonly words: readonly Postings[]
  readonly parts: readonly Postings[]
}

/** Documents that match a query, and the data to compute the relevance of their classes. */
export interface MatchingDocuments extends Classified {
  readonly classes: RelevanceClasses
  readonly frequencies: readonly Frequency[]
}

/**
 * Number of documents with the token of a step, and occurrences of the token in the query; undefined: it has no
 * weight.
 */
export type Frequency = { readonly documents: number, readonly times: number } | undefined

/** Documents that match a query: ids, ascending, and the relevance of each. */
export interface RelevantDocuments { readonly ids: Int32Array, readonly relevance: Float64Array }

/** Limits memory: for queries of hundreds of words, nearly every document would be a class of its own. */
export const MAX_CLASSES = 5000

/** Finds the documents that contain each part of a query. */
export async function matchesOf (texts: Texts, { phrases, counts, parts }: FullTextQuery): Promise<Matches> {
  const found: Record<keyof Matches, Postings[]> = { phrases: [], words: [], parts: [] }
  for (const { variants } of phrases) {
    found.phrases.push(await texts.holding(variants.map((pieces) => ({ pieces, isStart: false }))))
  }
  for (const word of counts.keys()) found.words.push(await texts.containing(word))
  for (const part of parts) found.parts.push(await texts.holding([part]))
  return found
}

/** A step: the documents that contain one token of the query. */
interface Step { readonly counted: Listed, readonly frequency: Frequency }

/** The tokens that a query counts, one step after the other. */
function * stepsOf (
  { phrases, words, parts }: Matches, query: FullTextQuery, documents: CountedDocuments
): Generator<Step> {
  const frequencyOf = (all: Listed, times = 1): Frequency => ({ documents: documents.count(all.ids), times })
  const byPhrase: Array<{ scored: readonly string[], has: (id: number) => boolean }> = []
  for (const [at, postings] of phrases.entries()) {
    const counted = postings.toList()
    const isFound = new Uint8Array((counted.ids.at(-1) ?? 0) + 1)
    for (const id of counted.ids) isFound[id] = 1
    byPhrase.push({ scored: query.phrases[at]!.scored, has: (id) => isFound[id] === 1 })
    yield { counted, frequency: undefined }
  }
  for (const [at, [word, times]] of [...query.counts].entries()) {
    const found = words[at]!
    const all = found.toList()
    const holding = byPhrase.filter(({ scored }) => scored.includes(word))
    const counted = query.words.has(word) ? all : found.among((id) => holding.some(({ has }) => has(id))).toList()
    yield { counted, frequency: frequencyOf(all, times) }
  }
  for (const postings of parts) {
    const counted = postings.toList()
    yield { counted, frequency: frequencyOf(counted) }
  }
}

/**
 * The documents that match a query, in classes ranked as MariaDB's InnoDB ranks documents (docs/contract/search.md
 * §8.3): the relevance is the sum, over all matching words, of occurrences × idf², where idf is log10(documents /
 * (documents with the word × its occurrences in the query)).
 *
 * @returns undefined if there would be more than `most` classes; use `relevanceOfEach` then.
 */
export function matchingDocuments (
  matches: Matches, query: FullTextQuery, documents: CountedDocuments, most = MAX_CLASSES
): MatchingDocuments | undefined {
  const classes = new RelevanceClasses()
  const frequencies: Frequency[] = []
  let found: Classified | undefined = { ids: new Int32Array(), classOf: new Int32Array() }
  for (const { counted, frequency } of stepsOf(matches, query, documents)) {
    found = classes.count(found, counted, most)
    if (found === undefined) return undefined
    frequencies.push(frequency)
  }
  return { ...found, classes, frequencies }
}

/** The documents that match a query, ranked one by one without classes: ids, ascending, and the relevance of each. */
export function relevanceOfEach (
  matches: Matches, query: FullTextQuery, documents: CountedDocuments
): RelevantDocuments {
  let found: RelevantDocuments = { ids: new Int32Array(), relevance: new Float64Array() }
  for (const { counted, frequency } of stepsOf(matches, query, documents)) {
    found = added(found, counted, weight(documents.total, frequency))
  }
  return found
}

/** Adds `weight` to the relevance of documents, once for each occurrence, as `RelevanceClasses.relevance` does. */
function added (
  { ids, relevance }: RelevantDocuments, { ids: more, counts }: Listed, weight: number
): RelevantDocuments {
  const union = new Int32Array(ids.length + more.length)
  const sums = new Float64Array(union.length)
  let length = 0
  let at = 0
  for (let other = 0; other < more.length; other++) {
    const id = more[other]!
    for (; at < ids.length && ids[at]! < id; at++) {
      union[length] = ids[at]!
      sums[length++] = relevance[at]!
    }
    let sum = at < ids.length && ids[at] === id ? relevance[at++]! : 0
    for (let left = counts[other]!; left > 0; left--) sum += weight
    union[length] = id
    sums[length++] = sum
  }
  union.set(ids.subarray(at), length)
  sums.set(relevance.subarray(at), length)
  length += ids.length - at
  return { ids: union.subarray(0, length), relevance: sums.subarray(0, length) }
}

/** The relevance of each class. @param total number of documents that count. */
export function relevanceOf (
  { classes, frequencies }: Pick<MatchingDocuments, 'classes' | 'frequencies'>, total: number
): Float64Array {
  return classes.relevance(frequencies.map((frequency) => weight(total, frequency)))
}

/** A word that occurs only in private documents of the viewer is weighted as if one public document had it. */
function weight (total: number, frequency: Frequency): number {
  if (frequency === undefined) return 0
  const withWord = frequency.documents * frequency.times
  if (withWord === total) return Math.log10(1.0001) ** 2
  return Math.log10(Math.max(total, 1) / Math.max(withWord, 1)) ** 2
}

/** Ids of documents, ascending, and the class of each. */
interface Classified { readonly ids: Int32Array, readonly classOf: Int32Array }

/** Counts below this are looked up in an array instead of a map. */
const ARRAY_COUNTS = 4
/** Larger than any count. */
const COUNT_LIMIT = 2 ** 32

/**
 * Groups documents into classes of equal relevance: the documents of a class contain each counted token equally often,
 * so they are equally relevant whatever the weights. Class 0 contains documents with no token. Counting one token is a
 * step, which moves a document from its class to another one.
 */
export class RelevanceClasses {
  /**
   * By class: the previous class of its documents, the step in which they came here, and the number of occurrences in
   * that step.
   */
  readonly #before: number[] = [0]
  readonly #step: number[] = [0]
  readonly #count: number[] = [0]
  #steps = 0

  get size (): number {
    return this.#before.length
  }

  /**
   * Counts one more token.
   *
   * @param before the documents that contain any token counted so far. @param counted how often documents contain this
   * token. @param most maximum number of classes. @returns the documents that contain any counted token; undefined:
   * there would be too many classes.
   */
  count ({ ids, classOf }: Classified, { ids: more, counts }: Listed, most: number): Classified | undefined {
    const union = new Int32Array(ids.length + more.length)
    const classes = new Int32Array(union.length)
    const narrow = new Int32Array(ARRAY_COUNTS * this.size)
    const wide = new Map<number, number>()
    let length = 0
    let at = 0
    for (let other = 0; other < more.length; other++) {
      const id = more[other]!
      for (; at < ids.length && ids[at]! < id; at++) {
        union[length] = ids[at]!
        classes[length++] = classOf[at]!
      }
      const before = at < ids.length && ids[at] === id ? classOf[at++]! : 0
      const count = counts[other]!
      let next: number | undefined
      if (count < ARRAY_COUNTS) next = narrow[before * ARRAY_COUNTS + count] ||= this.#add(before, count)
      else if ((next = wide.get(before * COUNT_LIMIT + count)) === undefined) {
        wide.set(before * COUNT_LIMIT + count, next = this.#add(before, count))
      }
      if (next >= most) return undefined
      union[length] = id
      classes[length++] = next
    }
    union.set(ids.subarray(at), length)
    classes.set(classOf.subarray(at), length)
    length += ids.length - at
    this.#steps++
    return { ids: union.subarray(0, length), classOf: classes.subarray(0, length) }
  }

  /** The class of documents, given the number of occurrences in each step. */
  of (counts: readonly number[]): number {
    let number = 0
    for (const [step, count] of counts.entries()) {
      if (count === 0) continue
      const next = this.#before.findIndex((before, at) =>
        at > 0 && before === number && this.#step[at] === step && this.#count[at] === count)
      number = next < 0 ? this.#add(number, count, step) : next
    }
    return number
  }

  #add (before: number, count: number, step = this.#steps): number {
    this.#before.push(before)
    this.#step.push(step)
    return this.#count.push(count) - 1
  }

  /**
   * The relevance of each class.
   *
   * @param weights weight of each step. It is added once per occurrence: sums of fractions depend on their order, and
   * equal documents must have equal relevance.
   */
  relevance (weights: readonly number[]): Float64Array {
    const sums = new Float64Array(this.size)
    for (let number = 1; number < sums.length; number++) {
      const weight = weights[this.#step[number]!]!
      let sum = sums[this.#before[number]!]!
      for (let left = this.#count[number]!; left > 0; left--) sum += weight
      sums[number] = sum
    }
    return sums
  }

  /** Approximate size in memory. */
  get byteLength (): number {
    return 24 * this.size
  }
}
