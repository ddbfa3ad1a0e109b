import { sql, type SQL } from 'drizzle-orm'
import type { FullTextIndex } from '../search/full-text-tokens.js'

/** Parts of a document, as numbers in `part`. */
export const PARTS = ['title', 'text', 'hidden'] as const
export const HIDDEN_PART = PARTS.indexOf('hidden')

/** The tables of an index: `…_posting` of the places of tokens, `…_docsize` of the documents that are indexed. */
export function documentTables (index: FullTextIndex): { postings: SQL, documents: SQL } {
  return { postings: sql`${sql.identifier(`${index}_posting`)}`, documents: sql`${sql.identifier(`${index}_docsize`)}` }
}
