import type { Database } from '../../query/statements/database.js'
import type { Snapshot } from '../engine.js'

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
  /**
   * Builds all missing indexes except the full-text ones, and checks foreign keys. If any was missing, all texts are
   * queued for full-text indexing. @param onStep is called with the name of each step before it begins.
   */
  tighten (onStep: (name: string) => void): Promise<void>
  /**
   * Closes the database and marks it complete, so that it can be opened.
   *
   * @param sequences the highest id ever used, by table.
   */
  finish (sequences: ReadonlyMap<string, number>): Promise<void>
  /** Closes the database if it is open; unless `finish` has completed, it stays unfinished. */
  close (): Promise<void>
}
