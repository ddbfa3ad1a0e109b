import { positionOf } from '../statements/id-sets.js'
import type { FullTextQuery, Part } from '../tokens/full-text-query.js'
import type { Postings } from '../tokens/postings.js'

/** The documents from which relevance is computed. */
export interface CountedDocuments {
  readonly total: number
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

/** Documents that match a query: ids, ascending, and the relevance of each. */
export interface RelevantDocuments { readonly ids: Int32Array, readonly relevance: Float64Array }

/**
 * The documents that match a query, ranked as MariaDB's InnoDB ranks them (docs/contract/search.md §8.3): the relevance
 * is the sum, over all matching words, of occurrences × idf², where idf is log10(documents / (documents with the word ×
 * its occurrences in the query)).
 */
export async function relevantDocuments (texts: Texts, query: FullTextQuery): Promise<RelevantDocuments> {
  const documents = await texts.documents()
  const weightOf = ({ ids }: Postings, times = 1): number => weight(documents.total, documents.count(ids) * times)
  let found: RelevantDocuments = { ids: new Int32Array(), relevance: new Float64Array() }
  const byPhrase: Array<{ scored: readonly string[], ids: Int32Array }> = []
  for (const { variants, scored } of query.phrases) {
    const holding = await texts.holding(variants.map((pieces) => ({ pieces, isStart: false })))
    byPhrase.push({ scored, ids: holding.ids })
    found = added(found, holding, 0)
  }
  for (const [word, times] of query.counts) {
    const all = await texts.containing(word)
    const phrases = byPhrase.filter(({ scored }) => scored.includes(word))
    const isInPhrase = (id: number): boolean => phrases.some(({ ids }) => ids[positionOf(ids, id)] === id)
    const counted = query.words.has(word) ? all : all.among(isInPhrase)
    found = added(found, counted, weightOf(all, times))
  }
  for (const part of query.parts) {
    const holding = await texts.holding([part])
    found = added(found, holding, weightOf(holding))
  }
  return found
}

/**
 * Adds `weight` to the relevance of documents, once for each occurrence: sums of fractions depend on their order, and
 * equal documents must have equal relevance.
 */
function added (
  { ids, relevance }: RelevantDocuments, { ids: more, counts }: Postings, weight: number
): RelevantDocuments {
  // The ids of the first list stay as they are, so they need no copy.
  const union = ids.length === 0 ? more : new Int32Array(ids.length + more.length)
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

/** A word that occurs only in private documents of the viewer is weighted as if one public document had it. */
function weight (total: number, withWord: number): number {
  if (withWord === total) return Math.log10(1.0001) ** 2
  return Math.log10(Math.max(total, 1) / Math.max(withWord, 1)) ** 2
}
