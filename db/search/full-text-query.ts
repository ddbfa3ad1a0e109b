import { foldWord, isCjkWord, isIndexedWord, queryWords, splitWords, STOP_WORDS } from '../collation/index.js'
import { pieceToken, piecesOf, unindexedToken } from './full-text-tokens.js'

/** A query, understood: a document is found by any of its parts. */
export interface FullTextQuery {
  /** Tokens, and how often each is asked for, in phrases too. */
  readonly asked: ReadonlyMap<string, number>
  /** Those of them that find a document by themselves. */
  readonly words: ReadonlySet<string>
  readonly phrases: readonly Phrase[]
  /** Parts of CJK words. */
  readonly parts: readonly Part[]
}

export interface Phrase {
  /** Tokens in a row; several rows where a word may be indexed or not. */
  readonly variants: ReadonlyArray<readonly string[]>
  /** Those of its tokens that make a document more relevant. */
  readonly scored: readonly string[]
}

/** Pieces in a row; `isStart`: the one piece begins with what is asked for. */
export interface Part { readonly pieces: readonly string[], readonly isStart: boolean }

/** Splits as MariaDB does in natural-language mode: a phrase ends on its line, `%` separates. */
const PARTS = /"([^"\n]*)"|[^" \n%]+/g

/** Words of a phrase that may be indexed or not, beyond which only the likelier is looked for. */
const MOST_OPEN = 4

/**
 * Reads a query as MariaDB's InnoDB full text does in natural-language mode (docs/contract/search.md §8.2). Better than
 * there, parts of CJK words are found, and a query of nothing but words too short for MariaDB finds these.
 *
 * @returns undefined when nothing is asked for.
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
  readonly #asked = new Map<string, number>()
  readonly #words = new Set<string>()
  readonly #phrases: Phrase[] = []
  readonly #parts: Part[] = []
  /** What is looked for when there is nothing else. */
  readonly #shortWords = new Set<string>()
  readonly #shortPhrases: Phrase[] = []
  readonly #shortParts: Part[] = []
  #hasIndexed = false

  addWords (text: string): void {
    for (const word of queryWords(text)) this.#addWord(word)
    for (const word of splitWords(text)) {
      if (isIndexedWord(word)) this.#hasIndexed = true
      else this.#addShort(word)
      this.#addPart(foldWord(word))
    }
  }

  /** Words before the first that is indexed do not count. */
  addPhrase (words: readonly string[]): void {
    const first = words.findIndex(isIndexedWord)
    if (first < 0) return this.#addShortPhrase(words)
    this.#hasIndexed = true
    const counted = words.slice(first)
    const scored = counted.filter(isIndexedWord).map(foldWord)
    if (counted.length === 1) return this.#addOnlyWord(scored[0]!)
    for (const word of scored) this.#ask(word)
    this.#phrases.push({ variants: variantsOf(counted), scored })
  }

  finish (): FullTextQuery | undefined {
    if (!this.#hasIndexed && this.#parts.length === 0) {
      for (const word of this.#shortWords) this.#addWord(word)
      for (const phrase of this.#shortPhrases) this.#phrases.push(phrase)
      for (const part of this.#shortParts) this.#parts.push(part)
    }
    if (this.#words.size + this.#phrases.length + this.#parts.length === 0) return undefined
    return { asked: this.#asked, words: this.#words, phrases: this.#phrases, parts: this.#parts }
  }

  #addOnlyWord (folded: string): void {
    this.#addWord(folded)
    this.#addPart(folded)
  }

  #addWord (token: string): void {
    this.#words.add(token)
    this.#ask(token)
  }

  #ask (token: string): void {
    this.#asked.set(token, (this.#asked.get(token) ?? 0) + 1)
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
    if (!isCjkWord(folded)) return
    if (folded.length > 1) this.#parts.push({ pieces: piecesOf(folded), isStart: false })
    else this.#shortParts.push({ pieces: [pieceToken(folded)], isStart: true })
  }
}

const isStopWord = (word: string): boolean => STOP_WORDS.has(word.toLowerCase())

/** The token rows that a phrase may be in a document: a word that is not indexed here may be there, written otherwise. */
function variantsOf (words: readonly string[]): string[][] {
  let variants: string[][] = [[]]
  let open = 0
  for (const word of words) {
    const folded = foldWord(word)
    if (folded === '') continue
    const forms = isIndexedWord(word) ? [folded] : open++ < MOST_OPEN ? [unindexedToken(folded), folded] : [unindexedToken(folded)]
    variants = variants.flatMap((variant) => forms.map((form) => [...variant, form]))
  }
  return variants
}
