import { sql, type SQL } from 'drizzle-orm'
import { digest } from '../../keys/digest.js'
import type { FullTextIndex } from '../../query/tokens/full-text-tokens.js'

/** The parts of a document; the column `part` contains their index. */
export const PARTS = ['title', 'text', 'hidden'] as const
export const HIDDEN_PART = PARTS.indexOf('hidden')

/** The table with the positions of tokens; `…_docsize` lists the indexed documents. */
export function postingTable (index: FullTextIndex): SQL {
  return sql`${sql.identifier(`${index}_posting`)}`
}

/**
 * Tokens up to this number of code units are stored as they are: at most three bytes each, and an index entry may have
 * 2,700 bytes.
 */
const TERM_MAX_UNITS = 600

/** The stored form of a token: for a long one, its beginning and a digest of the whole. */
export function termOf (token: string): string {
  return token.length <= TERM_MAX_UNITS ? token : `${token.slice(0, TERM_MAX_UNITS)} ${digest('sha256', token, 'hex')}`
}

/** The stored form of the beginning of tokens. */
export function beginningOf (start: string): string {
  return start.slice(0, TERM_MAX_UNITS)
}
