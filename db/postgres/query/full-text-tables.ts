import { sql, type SQL } from 'drizzle-orm'
import { digest } from '../../keys/digest.js'
import type { FullTextIndex } from '../../query/tokens/full-text-tokens.js'

/** Parts of a document, as numbers in `part`. */
export const PARTS = ['title', 'text', 'hidden'] as const
export const HIDDEN_PART = PARTS.indexOf('hidden')

/** The table of an index with the places of tokens; `…_docsize` is that of the documents that are indexed. */
export function postingTable (index: FullTextIndex): SQL {
  return sql`${sql.identifier(`${index}_posting`)}`
}

/** Code units of the longest token that is stored as it is: at most three bytes each, where an index takes 2,700. */
const LONGEST = 600

/** A token as it is stored: of a long one the beginning, and a digest of all. */
export function termOf (token: string): string {
  return token.length <= LONGEST ? token : `${token.slice(0, LONGEST)} ${digest('sha256', token, 'hex')}`
}

/** The beginning of tokens, as they are stored. */
export function beginningOf (start: string): string {
  return start.slice(0, LONGEST)
}
