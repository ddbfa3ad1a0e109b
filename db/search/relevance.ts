import type { Journal } from '../journal.js'
import type { FullTextQuery, Part } from './full-text-query.js'
import type { Postings } from './postings.js'
import type { Listed } from './postings-block.js'
import { RelevanceClasses } from './relevance-classes.js'

/** Ids of documents. The journal tells which ones have entered or left, each time. */
export interface CountedIds {
  readonly journal: Journal<number>
  has (id: number): boolean
}

/** The documents that relevance is computed from. */
export interface CountedDocuments {
  readonly total: number
  /** Absent: only their number is known. */
  readonly all?: CountedIds
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

/** The documents with the phrases of a query, with its words, and with its parts, each in the order of the query. */
export interface Matches {
  readonly phrases: readonly Postings[]
  readonly words: readonly Postings[]
  readonly parts: readonly Postings[]
}

/** Documents that match a query: ids, ascending, the class of each, and what its relevance is computed from. */
export interface MatchingDocuments {
  readonly ids: Int32Array
  readonly classOf: Int32Array
  readonly classes: RelevanceClasses
  readonly frequencies: readonly Frequency[]
}

/** How many documents contain what a step counts, and how often the query does; undefined: it has no weight. */
export type Frequency = { readonly documents: number, readonly times: number } | undefined

/** What texts contain of a query. */
export async function matchesOf (texts: Texts, { phrases, counts, parts }: FullTextQuery): Promise<Matches> {
  const found: Record<keyof Matches, Postings[]> = { phrases: [], words: [], parts: [] }
  for (const { variants } of phrases) {
    found.phrases.push(await texts.holding(variants.map((pieces) => ({ pieces, isStart: false }))))
  }
  for (const word of counts.keys()) found.words.push(await texts.containing(word))
  for (const part of parts) found.parts.push(await texts.holding([part]))
  return found
}

/**
 * The documents that match a query, in classes that are ranked as MariaDB's InnoDB ranks documents
 * (docs/contract/search.md §8.3): the relevance is the sum, over all matching words, of occurrences × idf², where idf
 * is log10(documents / (documents with the word × its occurrences in the query)).
 */
export function matchingDocuments (
  { phrases, words, parts }: Matches, query: FullTextQuery, documents: CountedDocuments
): MatchingDocuments {
  const classes = new RelevanceClasses()
  const frequencies: Frequency[] = []
  let [ids, classOf] = [new Int32Array(), new Int32Array()]
  const add = (counted: Listed, frequency: Frequency): void => {
    [ids, classOf] = classes.count(ids, classOf, counted)
    frequencies.push(frequency)
  }
  const frequencyOf = (all: Listed, times = 1): Frequency => ({ documents: documents.count(all.ids), times })
  const byPhrase = phrases.map((postings, at) => {
    const found = postings.toList()
    add(found, undefined)
    const isFound = new Uint8Array((found.ids.at(-1) ?? 0) + 1)
    for (const id of found.ids) isFound[id] = 1
    return { scored: query.phrases[at]!.scored, has: (id: number) => isFound[id] === 1 }
  })
  for (const [at, [word, times]] of [...query.counts].entries()) {
    const found = words[at]!
    const all = found.toList()
    const holding = byPhrase.filter(({ scored }) => scored.includes(word))
    const counted = query.words.has(word) ? all : found.among((id) => holding.some(({ has }) => has(id))).toList()
    add(counted, frequencyOf(all, times))
  }
  for (const postings of parts) {
    const found = postings.toList()
    add(found, frequencyOf(found))
  }
  return { ids, classOf, classes, frequencies }
}

/** The relevance of each class. @param total number of documents that count. */
export function relevanceOf (
  { classes, frequencies }: Pick<MatchingDocuments, 'classes' | 'frequencies'>, total: number
): Float64Array {
  return classes.relevance(frequencies.map((frequency) => frequency === undefined ? 0 : weight(total, frequency)))
}

/** A word that is only in private documents of the viewer counts as if one public document had it. */
function weight (total: number, { documents, times }: NonNullable<Frequency>): number {
  const withWord = documents * times
  if (withWord === total) return Math.log10(1.0001) ** 2
  return Math.log10(Math.max(total, 1) / Math.max(withWord, 1)) ** 2
}
