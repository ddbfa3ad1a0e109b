import { sql } from 'drizzle-orm'
import { numbersOf } from '../ids.js'
import type { Database } from '../sqlite.js'
import type { FullTextQuery } from './full-text-query.js'
import { statisticsOf } from './full-text-statistics.js'
import { expressionOfPart, row, rowsWith, type FullTextIndex, type FullTextScope } from './full-text.js'

/** Ids, ascending, and the relevance of each document. */
export interface RankedIds { readonly ids: Int32Array, readonly relevance: Float64Array }

/**
 * The documents that match a query, ranked as MariaDB's InnoDB does (docs/contract/search.md §8.3): the relevance is
 * the sum, over all matching words, of occurrences × idf², where idf is log10(documents / (documents with the word ×
 * its occurrences in the query)).
 */
export async function documentsRanked (
  database: Database,
  index: FullTextIndex,
  query: FullTextQuery,
  scope: FullTextScope
): Promise<RankedIds> {
  const statistics = await statisticsOf(database, index, scope)
  const scores = new Scores(statistics.last)
  const rowsOf = async (expression: string): Promise<Int32Array> =>
    await numbersOf(database, rowsWith(index, expression, scope))

  const byPhrase: Array<{ scored: readonly string[], found: Uint8Array }> = []
  for (const { variants, scored } of query.phrases) {
    const rows = await rowsOf(variants.map(row).join(' OR '))
    byPhrase.push({ scored, found: scores.mark(rows) })
  }
  for (const [word, times] of query.counts) {
    const occurrences = await occurrencesOf(database, index, word, scope)
    const weight = weightOf(statistics.total, statistics.count(occurrences) * times)
    if (query.words.has(word)) {
      scores.mark(occurrences)
      scores.add(occurrences, weight)
    } else {
      const phrases = byPhrase.filter(({ scored }) => scored.includes(word))
      scores.add(occurrences.filter((id) => phrases.some(({ found }) => found[id] === 1)), weight)
    }
  }
  for (const part of query.parts) {
    const rows = await rowsOf(expressionOfPart(part))
    scores.mark(rows)
    scores.add(rows, weightOf(statistics.total, statistics.count(rows)))
  }
  return scores.finish()
}

/** Matches and scores of documents, in arrays indexed by id. */
class Scores {
  readonly #scores: Float64Array
  readonly #found: Uint8Array

  /** @param last the highest id. */
  constructor (last: number) {
    this.#scores = new Float64Array(last + 1)
    this.#found = new Uint8Array(last + 1)
  }

  /** Marks documents as matching. @returns flags by id: 1 for each of `ids`. */
  mark (ids: Int32Array): Uint8Array {
    const flags = new Uint8Array(this.#found.length)
    for (let at = 0; at < ids.length; at++) flags[ids[at]!] = this.#found[ids[at]!] = 1
    return flags
  }

  /** Adds `weight` to the score of each of `ids`; ids may repeat. */
  add (ids: Int32Array, weight: number): void {
    for (let at = 0; at < ids.length; at++) this.#scores[ids[at]!]! += weight
  }

  finish (): RankedIds {
    // Allocated for the maximum, because counting first would double the time.
    const ids = new Int32Array(this.#found.length)
    const relevance = new Float64Array(this.#found.length)
    let count = 0
    for (let id = 0; id < this.#found.length; id++) {
      if (this.#found[id] === 0) continue
      ids[count] = id
      relevance[count++] = this.#scores[id]!
    }
    return { ids: ids.slice(0, count), relevance: relevance.slice(0, count) }
  }
}

/** Ids of the documents that contain a word, ascending, repeated for each occurrence. */
async function occurrencesOf (
  database: Database,
  index: FullTextIndex,
  word: string,
  { withHidden }: FullTextScope
): Promise<Int32Array> {
  return await numbersOf(
    database,
    sql`SELECT doc AS id FROM ${sql.identifier(`${index}_word`)} 
      WHERE term = ${word}${withHidden ? sql`` : sql` AND col <> 'hidden'`}`
  )
}

/** A word that is only in private documents of the viewer counts as if one public document had it. */
function weightOf (total: number, withWord: number): number {
  if (withWord === total) return Math.log10(1.0001) ** 2
  return Math.log10(Math.max(total, 1) / Math.max(withWord, 1)) ** 2
}
