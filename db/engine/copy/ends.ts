import type { Database } from '../../query/statements/database.js'
import type { Snapshot } from '../engine.js'
import type { CopiedTable } from './copied-tables.js'
import type { Row } from './rows.js'

/** A database that is copied. */
export interface CopySource {
  /** Path or address, without a password. */
  readonly name: string
  /** Changes whenever somebody has written to it, and when that may not have been heard. */
  version (): number
  /** Whether other processes of Vitrine are connected, as far as the database knows. */
  isUsed (): Promise<boolean>
  /** Bytes of the database. */
  size (): Promise<number>
  snapshot (): Promise<Snapshot>
  close (): Promise<void>
}

/**
 * A database that is made by copying rows into it. Until it is finished, it cannot be opened as a collection; who opens
 * it to copy again finds what was copied before.
 */
export interface CopyTarget {
  /** Path or address, without a password. */
  readonly name: string
  readonly database: Database
  /** Whether texts may contain U+0000. */
  readonly holdsNul: boolean
  /**
   * Leaves indexes, references and triggers away, so that rows can be written in any order, and quickly. `finish` makes
   * them.
   */
  loosen (): Promise<void>
  /** Runs `work` in a transaction. */
  write (work: () => Promise<void>): Promise<void>
  /** Within a transaction. */
  insert (table: CopiedTable, rows: readonly Row[]): Promise<void>
  /** Makes the indexes but those of texts, and checks references. @param onStep is told what is made next. */
  tighten (onStep: (name: string) => void): Promise<void>
  /**
   * Indexes all texts, or goes on with that.
   *
   * @param next indexes some of what is due, within a transaction, and tells whether there may be more.
   */
  indexTexts (next: () => Promise<boolean>): Promise<void>
  /** Within a transaction: runs work in a savepoint; when it throws, only its own changes are rolled back. */
  nested (work: () => Promise<void>): Promise<void>
  /**
   * Closes it, and lets it be opened. Unless they were indexed, all texts are due to be.
   *
   * @param sequences the highest id that was given, by table.
   */
  finish (sequences: ReadonlyMap<string, number>): Promise<void>
  /** Closes it if it is not closed yet; unless `finish` has come to its end, it stays unfinished. */
  close (): Promise<void>
}
