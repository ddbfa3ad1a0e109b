import type { Journal } from '../../changes/journal.js'
import type { FullTextQuery, Part } from '../tokens/full-text-query.js'
import type { Postings } from '../tokens/postings.js'
import type { Listed } from '../tokens/postings-block.js'
import { RelevanceClasses, type Classified } from './relevance-classes.js'

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
