import { foldWord, isIndexedWord, isUnspacedWord, joinedText, joinedWords, splitWords } from '../../keys/collation/index.js'

/**
 * The two full-text indexes: of resources and of site pages. Each has a list `…_due` of ids to reindex, to which each
 * transaction adds what it has changed (db/changes/queue.ts).
 */
export type FullTextIndex = 'fulltext' | 'site_page_fulltext'

/** The tokens of a document, by part, joined by spaces. */
export interface TokenizedDocument {
  readonly id: number
  readonly title: string
  readonly text: string
  readonly hidden: string
}

/** The indexed text of a row. */
export interface FullTextDocument {
  id: number
  title: string
  text: string
  /** Text that only viewers of private values may find. */
  hidden: string
}

/** Prefix of tokens for words that MariaDB does not index. Phrases need them, and queries that have no other words. */
const UNINDEXED = '.'
/** Prefix of tokens for pieces of unspaced words (`isUnspacedWord`). */
const PIECE = ':'
/** Token between words that do not follow each other in a phrase. */
const BREAK = UNINDEXED

/**
 * The tokens to index, joined by spaces: folded words in order, then the words that are split at signs, then the pieces
 * of unspaced words.
 *
 * As in MariaDB, the first spelling of a word in a document decides for all others: if `thé` comes before `the`, both
 * are occurrences of an indexed word; otherwise neither is.
 */
export function tokensOf ({ title, text, hidden }: FullTextDocument): { title: string, text: string, hidden: string } {
  const isIndexed = new Map<string, boolean>()
  const tokens = (part: string): string => part === '' ? '' : tokensOfPart(part, isIndexed)
  return { title: tokens(title), text: tokens(text), hidden: tokens(hidden) }
}

function tokensOfPart (part: string, isIndexed: Map<string, boolean>): string {
  const tokens: string[] = []
  for (const word of splitWords(part)) addWord(word)
  for (const word of joinedWords(part)) {
    tokens.push(BREAK)
    addWord(word)
  }
  if (isUnspacedWord(part)) for (const word of splitWords(joinedText(part))) addPieces(foldWord(word))
  return tokens.join(' ')

  function addWord (word: string): void {
    const folded = foldWord(word)
    if (folded === '') return
    let counts = isIndexed.get(folded)
    if (counts === undefined) isIndexed.set(folded, counts = isIndexedWord(word))
    tokens.push(counts ? folded : unindexedToken(folded))
  }

  function addPieces (folded: string): void {
    if (!isUnspacedWord(folded)) return
    for (const piece of piecesOf(folded)) tokens.push(piece)
    tokens.push(pieceToken(folded.at(-1)!))
  }
}

/** @param folded a word as `foldWord` returns it. */
export const unindexedToken = (folded: string): string => UNINDEXED + folded

export const pieceToken = (piece: string): string => PIECE + piece

/**
 * The bigrams of a CJK word, as tokens. CJK text is written without spaces, so MariaDB treats a whole run as one word;
 * a phrase of bigrams finds any substring of it. In a document, a token of the last character alone follows.
 *
 * @example piecesOf('日本語') // [':日本', ':本語']
 */
export function piecesOf (folded: string): string[] {
  return Array.from({ length: folded.length - 1 }, (_, at) => pieceToken(folded.slice(at, at + 2)))
}
