import type { BaseSQLiteDatabase, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { FullTextIndex, TokenizedDocument } from '../tokens/full-text-tokens.js'
import type { Postings } from '../tokens/postings.js'

/** Result of a statement that returns no rows. */
export interface RunResult { readonly changes: number }

/** Operations that Drizzle cannot express, implemented by each engine. */
export interface Native {
  /** See insert-rows.ts. */
  readonly insertRows: <T extends SQLiteTable>(table: T, rows: ReadonlyArray<T['$inferInsert']>) => Promise<void>
  /** Inserts a row to which the database assigns an id, like insert-rows.ts. */
  readonly insertRow: <T extends SQLiteTable>(table: T, row: T['$inferInsert']) => Promise<number>
  /** See update-row.ts. */
  readonly updateRow: <T extends SQLiteTable>(table: T, id: number, columns: Partial<T['$inferInsert']>) => Promise<void>
  /** Adds documents to a full-text index, replacing documents with the same ids. */
  readonly putDocuments: (index: FullTextIndex, documents: readonly TokenizedDocument[]) => Promise<void>
  /** Makes the ids of a table continue after its highest id. */
  readonly raiseLastId: (table: string) => Promise<void>
  /**
   * Notes that rows were inserted with ids of the program's choice: if other rows have had higher ids, SQLite does not
   * count them (sqlite/write/change-queue.ts).
   */
  readonly noteAdded: () => Promise<void>
  /** The documents that contain a token, and how often. */
  readonly postingsOf: (index: FullTextIndex, token: string, withHidden: boolean) => Promise<Postings>
  readonly removeDocument: (index: FullTextIndex, id: number) => Promise<void>
  /**
   * Within a transaction that indexes texts: performs a short step of index maintenance.
   *
   * @returns whether more steps may be needed.
   */
  readonly mergeTexts: () => Promise<boolean>
}

/**
 * Drizzle's handle of a connection, with which queries are built. Queries to SQLite run synchronously, queries to
 * other engines do not: await every query.
 */
export type Database = BaseSQLiteDatabase<'sync' | 'async', RunResult> & { readonly $native: Native }
