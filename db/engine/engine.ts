import type { Touched } from '../changes/change-log.js'
import type { Claims } from './claims.js'
import type { Database } from '../query/statements/database.js'
import type { Figure } from './figure.js'
import type { TokenBuckets } from './token-buckets.js'
import type { Writes, Written } from '../changes/write-notes.js'

/** Reads all see the database as of one moment, until it is closed. */
export interface Snapshot {
  readonly database: Database
  close (): Promise<void>
}

/** The replicas that may be read from. */
export interface Replication {
  readonly replicas?: readonly string[]
  /** For how many seconds they may be behind. */
  readonly replicaLag?: number
}

/** A replica of the database, from which requests read as long as it is not too far behind. */
export interface ReplicaFigures {
  readonly host: string
  readonly isUsed: boolean
  /** For how many seconds it has been behind; undefined: it does not answer. */
  readonly lag: number | undefined
  /** Why it is not used. */
  readonly reason: string | undefined
  /** Statements that it was given so far. */
  readonly reads: number
}

/** The connection over which a process writes, one transaction at a time. */
export interface Writer {
  readonly database: Database
  /** False when an error, such as a full disk, has ended the whole transaction. */
  readonly isInTransaction: boolean
  begin (): void | Promise<void>
  /** Gives every resource that was touched its entry in the log of changes (sqlite/resource-changes.ts). */
  logResourceChanges (): Promise<void>
  /** Call it once, before the commit. */
  takeWritten (): Written | Promise<Written>
  /** @param written for the note of the transaction; undefined: nothing that any answer shows. */
  commit (written: Written | undefined): void | Promise<void>
  rollback (): void | Promise<void>
  /** A point in a transaction to which it can be rolled back; the newest one is meant by the next two. */
  savepoint (): void | Promise<void>
  release (): void | Promise<void>
  rollbackToSavepoint (): void | Promise<void>
  /** What the transaction has touched so far, some perhaps several times; undefined where that takes long to tell. */
  touched (): Touched | undefined
  /** Whether what transactions touch is recorded. */
  track (isTracked: boolean): void | Promise<void>
  /** Whether commits wait for the disk. */
  waitForDisk (isDurable: boolean): void | Promise<void>
}

/** A database engine: what it does in its own way. Conditions in its own words are in words.ts. */
export interface Engine {
  /** Whether texts may have the character U+0000. */
  readonly holdsNul: boolean
  /** For reads outside a transaction. */
  readonly read: Database
  /** The same for those that belong to a write: they fail while only replicas answer. */
  readonly primary: Database
  readonly writer: Writer
  /**
   * For all reads of one request, or of one step of a job: these may be answered by a replica that knows all that this
   * process may know of when they begin.
   */
  reader (): Database
  readonly replicas: readonly ReplicaFigures[]
  /** Has `reader` know all that `read` has given so far, also what this process has not heard of yet. */
  requireNewest (): void
  /** Writes of this process that have the same identity wait for each other. */
  readonly identity: string
  /** Path of the database, if it is a file that threads can open. */
  readonly file: string | undefined
  /** The same, or its address: threads that only read open either (open-reading.ts). */
  readonly place: string
  /** Among all processes that share the database; undefined where they share its folder. */
  readonly claims: Claims | undefined
  /** Undefined where each process has its own. */
  readonly buckets: TokenBuckets | undefined
  /** Changes whenever somebody else has committed. */
  readonly foreignVersion: () => number
  readonly writes: Writes
  /**
   * Ends when the disk has all that was committed before the call, by whatever process; undefined: commits wait for it.
   * Rejects when the disk fails.
   */
  stored (): Promise<void> | undefined
  /** A statement by which a connection of another thread notes what no answer shows (Store.writeUnseenElsewhere). */
  unseenNote (): string
  /** Call it when a connection of another thread may have committed, before others write. */
  wroteElsewhere (): void
  /** Whether resources were touched that have no entry in the log of changes yet. */
  isAnyChangeDue (): boolean | Promise<boolean>
  /**
   * Why the database does not answer, or not as it should: another process may have upgraded its tables. Undefined: it
   * does. Nothing private.
   */
  readonly problem: string | undefined
  /** Bytes of the database and of its write-ahead log. */
  size (): { database: number, log: number } | Promise<{ database: number, log: number }>
  /** For those who operate it; cheap to ask. */
  readonly figures: readonly Figure[]
  /** Updates the statistics by which the query planner chooses indexes. */
  refreshStatistics (): Promise<void>
  snapshot (): Promise<Snapshot>
  /** Leaves indexes for later where that makes filling tables quicker; `buildIndexes` makes them. */
  deferIndexes (): void | Promise<void>
  readonly areIndexesDeferred: boolean
  /** Makes them, in steps between which others may write. */
  buildIndexes (): Generator<void> | AsyncGenerator<void>
  /** Ends what is done beside reads and writes, before `close`. */
  endBackgroundWork (): Promise<void>
  close (): void | Promise<void>
}
