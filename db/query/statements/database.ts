import type { BaseSQLiteDatabase, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { DocumentTokens, FullTextIndex } from '../tokens/full-text-tokens.js'
import type { Postings } from '../tokens/postings.js'

/** What a statement without rows tells. */
export interface RunResult { readonly changes: number }

/** What Drizzle cannot express, and each engine does in its own way. */
export interface Native {
  /** See insert-rows.ts. */
  readonly insertRows: <T extends SQLiteTable>(
    table: T, rows: ReadonlyArray<T['$inferInsert']>
  ) => Promise<number | undefined>
  /** See update-row.ts. */
  readonly updateRow: <T extends SQLiteTable>(table: T, id: number, columns: Partial<T['$inferInsert']>) => Promise<void>
  /** Adds documents to a full-text index, replacing those with the same ids. */
  readonly putDocuments: (index: FullTextIndex, documents: readonly DocumentTokens[]) => Promise<void>
  /** Lets the ids of a table go on after the highest one that is there. */
  readonly raiseLastId: (table: string) => Promise<void>
  /** The documents in which a token stands, and how often it does. */
  readonly postingsOf: (index: FullTextIndex, token: string, withHidden: boolean) => Promise<Postings>
  readonly removeDocument: (index: FullTextIndex, id: number) => Promise<void>
  /**
   * Within a transaction that indexes texts: a short step of what else that takes.
   *
   * @returns whether there may be more of it.
   */
  readonly mergeTexts: () => Promise<boolean>
  /**
   * Runs `write` within a transaction. The rows of the index of phrases hold the same texts afterwards: those that were
   * not due before are not due because of it.
   */
  readonly keepIndexed: (rows: readonly number[], write: () => Promise<void>) => Promise<void>
  /**
   * Changes when another connection has written; undefined when that is not known, as on a connection that writes
   * itself and sees what is not committed yet.
   */
  readonly version: () => Promise<number | undefined>
}

/**
 * Drizzle's handle of a connection, with which queries are built. Queries of SQLite are run at once, those of other
 * engines are not: await all of them.
 */
export type Database = BaseSQLiteDatabase<'sync' | 'async', RunResult> & { readonly $native: Native }
