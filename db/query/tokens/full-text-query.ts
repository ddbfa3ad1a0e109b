import {
  foldWord, isIndexedWord, isUnspacedWord, joinedText, joinedWords, queryWords, splitWords, STOP_WORDS
} from '../../keys/collation/index.js'
import { pieceToken, piecesOf, unindexedToken } from './full-text-tokens.js'

/** A parsed query. A document matches if it has any of the words, phrases or parts. */
export interface FullTextQuery {
  /** Number of occurrences of each token in the query, including phrases. */
  readonly counts: ReadonlyMap<string, number>
  /** Tokens outside phrases: each alone makes a document match. */
  readonly words: ReadonlySet<string>
  readonly phrases: readonly Phrase[]
  /** Substrings of unspaced words. */
  readonly parts: readonly Part[]
}

interface Phrase {
  /** Sequences of tokens, any of which matches: a word may be indexed in one document and not in another. */
  readonly variants: ReadonlyArray<readonly string[]>
  /** The tokens that count for relevance. */
  readonly scored: readonly string[]
}

/** A sequence of pieces; with `isStart` its last piece is a prefix. */
export interface Part { readonly pieces: readonly string[], readonly isStart: boolean }

/** Splits like MariaDB in natural-language mode: a phrase ends at the end of its line, `%` separates words. */
const PARTS = /"([^"\n]*)"|[^" \n%]+/g

/** Maximum number of words in a phrase that may or may not be indexed: each of them doubles the number of variants. */
const MAX_AMBIGUOUS = 4

/**
 * Parses a query like MariaDB's InnoDB full text in natural-language mode (docs/contract/search.md §8.2). In addition,
 * it finds substrings of unspaced words, and words that are too short for MariaDB if the query has no others.
 *
 * @returns undefined when the query has no words.
 * @example readFullTextQuery('"zebra one" foo_bar')
 */
export function readFullTextQuery (text: string): FullTextQuery | undefined {
  const reader = new Reader()
  for (const [part, phrase] of text.matchAll(PARTS)) {
    if (phrase === undefined) reader.addWords(part)
    else reader.addPhrase(splitWords(phrase))
  }
  return reader.finish()
}

class Reader {
  readonly #counts = new Map<string, number>()
  readonly #words = new Set<string>()
  readonly #phrases: Phrase[] = []
  readonly #parts: Part[] = []
  /** Used only if the query has no indexed words. */
  readonly #shortWords = new Set<string>()
  readonly #shortPhrases: Phrase[] = []
  readonly #shortParts: Part[] = []
  #hasIndexed = false

  addWords (text: string): void {
    const joined = joinedWords(text)
    for (const word of [text, ...joined].flatMap(queryWords)) this.#addWord(word)
    for (const word of [...splitWords(text), ...joined]) {
      if (isIndexedWord(word)) this.#hasIndexed = true
      else this.#addShort(word)
    }
    for (const word of splitWords(joinedText(text))) this.#addPart(foldWord(word))
  }

  /** As in MariaDB, words before the first indexed word are ignored. */
  addPhrase (words: readonly string[]): void {
    const first = words.findIndex(isIndexedWord)
    if (first < 0) return this.#addShortPhrase(words)
    this.#hasIndexed = true
    const counted = words.slice(first)
    const scored = counted.filter(isIndexedWord).map(foldWord)
    if (counted.length === 1) return this.#addOnlyWord(scored[0]!)
    for (const word of scored) this.#count(word)
    this.#phrases.push({ variants: variantsOf(counted), scored })
  }

  finish (): FullTextQuery | undefined {
    if (!this.#hasIndexed && this.#parts.length === 0) {
      for (const word of this.#shortWords) this.#addWord(word)
      for (const phrase of this.#shortPhrases) this.#phrases.push(phrase)
      for (const part of this.#shortParts) this.#parts.push(part)
    }
    if (this.#words.size + this.#phrases.length + this.#parts.length === 0) return undefined
    return { counts: this.#counts, words: this.#words, phrases: this.#phrases, parts: this.#parts }
  }

  #addOnlyWord (folded: string): void {
    this.#addWord(folded)
    this.#addPart(folded)
  }

  #addWord (token: string): void {
    this.#words.add(token)
    this.#count(token)
  }

  #count (token: string): void {
    this.#counts.set(token, (this.#counts.get(token) ?? 0) + 1)
  }

  #addShort (word: string): void {
    const folded = foldWord(word)
    if (folded !== '' && !isStopWord(word)) this.#shortWords.add(unindexedToken(folded))
  }

  #addShortPhrase (words: readonly string[]): void {
    const folded = words.map(foldWord).filter((word) => word !== '')
    if (folded.length === 1) {
      this.#addShort(words[0]!)
      this.#addPart(folded[0]!)
    } else if (!words.every(isStopWord)) {
      this.#shortPhrases.push({ variants: variantsOf(words), scored: [] })
    }
  }

  #addPart (folded: string): void {
    if (!isUnspacedWord(folded)) return
    if (folded.length > 1) this.#parts.push({ pieces: piecesOf(folded), isStart: false })
    else this.#shortParts.push({ pieces: [pieceToken(folded)], isStart: true })
  }
}

const isStopWord = (word: string): boolean => STOP_WORDS.has(word.toLowerCase())

/** All token sequences of a phrase: a word that is not indexed as spelled here may be indexed in another spelling. */
function variantsOf (words: readonly string[]): string[][] {
  let variants: string[][] = [[]]
  let ambiguous = 0
  for (const word of words) {
    const folded = foldWord(word)
    if (folded === '') continue
    const forms = isIndexedWord(word)
      ? [folded]
      : ambiguous++ < MAX_AMBIGUOUS
        ? [unindexedToken(folded), folded]
        : [unindexedToken(folded)]
    variants = variants.flatMap((variant) => forms.map((form) => [...variant, form]))
  }
  return variants
}
