import { foldWord, isCjkWord, isIndexedWord, splitWords } from '../collation/index.js'

/** What full text finds of a row, by who may know it. */
export interface FullTextDocument {
  id: number
  title: string
  text: string
  /** What stands in rows that others may not see. */
  hidden: string
}

/** Begins the token of a word that MariaDB does not index: phrases need it, and queries of nothing else. */
const UNINDEXED = '.'
/** Begins the token of a piece of a CJK word. */
const PIECE = ':'

/**
 * The tokens that the database is to index, joined by blanks: words in their order, folded, then the pieces of those
 * that are CJK.
 *
 * As in MariaDB the first spelling in a document decides for all others that are the same word: if a document says
 * `thé` before it says `the`, each of both is an occurrence of an indexed word; otherwise none is.
 */
export function tokensOf ({ title, text, hidden }: FullTextDocument): { title: string, text: string, hidden: string } {
  const isIndexed = new Map<string, boolean>()
  const tokens = (part: string): string => part === '' ? '' : tokensOfPart(part, isIndexed)
  return { title: tokens(title), text: tokens(text), hidden: tokens(hidden) }
}

function tokensOfPart (part: string, isIndexed: Map<string, boolean>): string {
  const tokens: string[] = []
  const pieces: string[] = []
  const mayBeCjk = isCjkWord(part)
  for (const word of splitWords(part)) {
    const folded = foldWord(word)
    if (folded === '') continue
    let counts = isIndexed.get(folded)
    if (counts === undefined) isIndexed.set(folded, counts = isIndexedWord(word))
    tokens.push(counts ? folded : unindexedToken(folded))
    if (!mayBeCjk || !isCjkWord(folded)) continue
    for (const piece of piecesOf(folded)) pieces.push(piece)
    pieces.push(pieceToken(folded.at(-1)!))
  }
  return pieces.length === 0 ? tokens.join(' ') : [...tokens, ...pieces].join(' ')
}

/** @param folded a word as `foldWord` returns it. */
export const unindexedToken = (folded: string): string => UNINDEXED + folded

export const pieceToken = (piece: string): string => PIECE + piece

/**
 * A CJK word is written without blanks, so what people look for stands inside of what MariaDB takes for one word. The
 * pieces of two characters, in a row, find it there; in a document a piece of one, the last, ends the row.
 *
 * @example piecesOf('日本語') // [':日本', ':本語']
 */
export function piecesOf (folded: string): string[] {
  return Array.from({ length: folded.length - 1 }, (_, at) => pieceToken(folded.slice(at, at + 2)))
}
