import type { FullTextQuery, Part } from './full-text-query.js'
import type { Listed, Postings } from './postings.js'

/** Ids, ascending, and the relevance of each document. */
export interface RankedIds { readonly ids: Int32Array, readonly relevance: Float64Array }

/** The documents that relevance is computed from. */
export interface CountedDocuments {
  readonly total: number
  /** How many of these documents count. */
  count (ids: Int32Array): number
}

/** What the documents contain. */
export interface Texts {
  documents (): Promise<CountedDocuments>
  /** The documents that contain a token. */
  containing (token: string): Promise<Postings>
  /** The documents with any of these sequences of tokens, once each. */
  holding (sequences: readonly Part[]): Promise<Postings>
}

const NOTHING: RankedIds = { ids: new Int32Array(), relevance: new Float64Array() }

/**
 * The documents that match a query, ranked as MariaDB's InnoDB does (docs/contract/search.md §8.3): the relevance is
 * the sum, over all matching words, of occurrences × idf², where idf is log10(documents / (documents with the word ×
 * its occurrences in the query)).
 */
export async function documentsRanked (texts: Texts, query: FullTextQuery): Promise<RankedIds> {
  const documents = await texts.documents()
  const weightOf = ({ ids }: Listed, times = 1): number => weight(documents.total, documents.count(ids) * times)
  let ranked = NOTHING
  const byPhrase: Array<{ scored: readonly string[], has: (id: number) => boolean }> = []
  for (const { variants, scored } of query.phrases) {
    const found = (await texts.holding(variants.map((pieces) => ({ pieces, isStart: false })))).toList()
    ranked = added(ranked, found, 0)
    const isFound = new Uint8Array((found.ids.at(-1) ?? 0) + 1)
    for (let at = 0; at < found.ids.length; at++) isFound[found.ids[at]!] = 1
    byPhrase.push({ scored, has: (id) => isFound[id] === 1 })
  }
  for (const [word, times] of query.counts) {
    const found = await texts.containing(word)
    const phrases = byPhrase.filter(({ scored }) => scored.includes(word))
    const all = found.toList()
    const counted = query.words.has(word) ? all : found.among((id) => phrases.some(({ has }) => has(id))).toList()
    ranked = added(ranked, counted, weightOf(all, times))
  }
  for (const part of query.parts) {
    const found = (await texts.holding([part])).toList()
    ranked = added(ranked, found, weightOf(found))
  }
  return ranked
}

/**
 * Adds `weight` to the relevance of documents, once for each occurrence: sums of fractions depend on their order, and
 * equal documents must stay equal.
 */
function added ({ ids, relevance }: RankedIds, { ids: more, counts }: Listed, weight: number): RankedIds {
  if (ids.length === 0) return { ids: more, relevance: multiples(counts, weight) }
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

/** The weight times each of the counts, as a sum. */
function multiples (counts: Listed['counts'], weight: number): Float64Array {
  const known = [0]
  const relevance = new Float64Array(counts.length)
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at]!
    while (known.length <= count) known.push(known.at(-1)! + weight)
    relevance[at] = known[count]!
  }
  return relevance
}

/** A word that is only in private documents of the viewer counts as if one public document had it. */
function weight (total: number, withWord: number): number {
  if (withWord === total) return Math.log10(1.0001) ** 2
  return Math.log10(Math.max(total, 1) / Math.max(withWord, 1)) ** 2
}
