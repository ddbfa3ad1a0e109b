import { tokensOf, type FullTextDocument } from '../tokens/full-text-tokens.js'
import type { FullTextScope } from './full-text.js'

/** The tokens of one document as FTS5 would index them, to match the document without the index. */
export class DocumentTokens {
  static readonly NONE = new DocumentTokens([], [])

  /** @param shown the tokens of each column that anonymous viewers may search. */
  private constructor (private readonly shown: readonly string[][], private readonly hidden: readonly string[]) {}

  static of (document: FullTextDocument): DocumentTokens {
    const { title, text, hidden } = tokensOf(document)
    return new DocumentTokens([split(title), split(text)], split(hidden))
  }

  /** How often a token occurs. */
  count (token: string, scope: Pick<FullTextScope, 'withHidden'>): number {
    let count = 0
    for (const column of this.#columns(scope)) for (const other of column) if (other === token) count++
    return count
  }

  /** Whether the tokens follow each other in a column. @param isStart the last one may be the start of a token. */
  holds (sequence: readonly string[], isStart: boolean, scope: Pick<FullTextScope, 'withHidden'>): boolean {
    if (sequence.length === 0) return false
    const last = sequence.length - 1
    return this.#columns(scope).some((column) => column.some((_, from) => sequence.every((token, at) =>
      isStart && at === last ? column[from + at]?.startsWith(token) === true : column[from + at] === token
    )))
  }

  #columns ({ withHidden }: Pick<FullTextScope, 'withHidden'>): ReadonlyArray<readonly string[]> {
    return withHidden ? [...this.shown, this.hidden] : this.shown
  }
}

/** The tokenizer of the index does not change folded words (db/keys/collation/full-text-words.ts). */
const split = (tokens: string): string[] => tokens === '' ? [] : tokens.split(' ')
