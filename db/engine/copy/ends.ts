import type { Database } from '../../query/statements/database.js'
import type { Snapshot } from '../engine.js'
import type { CopiedTable } from './copied-tables.js'
import type { Row } from './rows.js'

/** The database to copy from. */
export interface CopySource {
  /** Path or address, without a password. */
  readonly name: string
  /** Changes whenever another connection has written, or may have written unnoticed. */
  version (): number
  /** Whether other processes of Vitrine are connected, as far as the database knows. */
  isUsed (): Promise<boolean>
  /** Bytes of the database. */
  size (): Promise<number>
  snapshot (): Promise<Snapshot>
  close (): Promise<void>
}

/**
 * The database to copy into. Until it is finished it cannot be opened as a collection; opening it to copy again
 * continues with what was copied before.
 */
export interface CopyTarget {
  /** Path or address, without a password. */
  readonly name: string
  readonly database: Database
  /** Whether texts may contain U+0000. */
  readonly allowsNul: boolean
  /**
   * Drops indexes, foreign keys and triggers, so that rows can be written quickly and in any order. `finish` restores
   * them.
   */
  loosen (): Promise<void>
  /** Runs `work` in a transaction. */
  write (work: () => Promise<void>): Promise<void>
  insert (table: CopiedTable, rows: readonly Row[]): Promise<void>
  /**
   * Builds all indexes except the full-text ones, and checks foreign keys. @param onStep is called with the name of
   * each step before it begins.
   */
  tighten (onStep: (name: string) => void): Promise<void>
  /**
   * Builds the full-text index, or continues an interrupted build.
   *
   * @param next indexes a portion of the texts within a transaction. @returns whether there may be more.
   */
  indexTexts (next: () => Promise<boolean>): Promise<void>
  /** Within a transaction: runs work in a savepoint; when it throws, only its own changes are rolled back. */
  nested (work: () => Promise<void>): Promise<void>
  /**
   * Closes the database and marks it complete, so that it can be opened. Unless texts were indexed before, all of them
   * are queued for indexing.
   *
   * @param sequences the highest id ever used, by table.
   */
  finish (sequences: ReadonlyMap<string, number>): Promise<void>
  /** Closes the database if it is open; unless `finish` has completed, it stays unfinished. */
  close (): Promise<void>
}
