import type { Writes, Written } from '../changes/change-log.js'
import type { Database } from '../query/statements/database.js'
import type { TokenBuckets } from './token-buckets.js'

/** A consistent view of the database as of one moment, for any number of reads until it is closed. */
export interface Snapshot {
  readonly database: Database
  close (): Promise<void>
}

/** The replicas that may be read from. */
export interface Replication {
  readonly replicas?: readonly string[]
  /** Maximum lag of a replica, in seconds. */
  readonly replicaLag?: number
}

/** State of a replica, from which requests read as long as it does not lag too far behind. */
export interface ReplicaFigures {
  readonly host: string
  readonly isUsed: boolean
  /** Seconds by which it lags behind; undefined: it does not respond. */
  readonly lag: number | undefined
  /** Why it is not used. */
  readonly reason: string | undefined
  /** Number of statements sent to it so far. */
  readonly reads: number
}

/** The write connection of a process, with one transaction at a time. */
export interface Writer {
  readonly database: Database
  /** False when an error, such as a full disk, has ended the whole transaction. */
  readonly isInTransaction: boolean
  /** Within a transaction: whether cached answers that are not stale certainly show the state that it sees. */
  readonly isAsCached: boolean
  /** @param isDurable whether its commit waits until the disk has the data. */
  begin (isDurable: boolean): void | Promise<void>
  /**
   * Takes up the queue of changes (db/changes/queue.ts), writes the entry of each touched resource to the log of
   * changes and the commit notice, and commits.
   *
   * @param shownOf which of the writes a cached answer may show; undefined: none. Absent: all.
   */
  commit (shownOf?: (written: Written) => Written | undefined): Promise<void>
  rollback (): void | Promise<void>
  /**
   * Begins a savepoint, to which the transaction can be rolled back. `release` and `rollbackToSavepoint` refer to the
   * innermost one.
   */
  savepoint (): void | Promise<void>
  release (): void | Promise<void>
  rollbackToSavepoint (): void | Promise<void>
}

/**
 * A database engine. SQL that differs between engines is in their `Dialect` (query/statements/dialect.ts).
 */
export interface Engine {
  /** Whether texts may contain the character U+0000. */
  readonly allowsNul: boolean
  /** For reads outside a transaction. */
  readonly read: Database
  /** For reads that belong to a write: always from the primary, so they fail while only replicas respond. */
  readonly primary: Database
  readonly writer: Writer
  /**
   * A handle for all reads of one request or of one step of a job. They may be answered by a replica, if it has
   * replayed everything that this process knew when they begin.
   */
  reader (): Database
  readonly replicas: readonly ReplicaFigures[]
  /**
   * Makes later `reader()` handles use a replica only if it has replayed everything `read` has returned, including
   * commits of other processes that this one has not noticed yet.
   */
  requireNewest (): void
  /** Engines of this process with equal identity queue their writes behind each other. */
  readonly identity: string
  /** Path of the database, if it is a file that threads can open. */
  readonly file: string | undefined
  /** Locks between all processes that share the database; undefined if they share a folder and lock files there. */
  readonly claims: Claims | undefined
  /** Token buckets shared by all processes; undefined if each process has its own. */
  readonly buckets: TokenBuckets | undefined
  readonly writes: Writes
  /**
   * Resolves when everything committed before the call, by any process, is on disk; undefined: commits already wait
   * for the disk. Rejects if the disk fails.
   */
  stored (): Promise<void> | undefined
  /**
   * An SQL statement with which a connection of another thread writes the notice of a commit that affects no cached
   * answer. Call it while only that connection can write (Store.writeElsewhere).
   */
  unseenNotice (): string
  /** Call it after a connection of another thread may have committed, before others write. */
  wroteElsewhere (): void
  /** Whether another program has left changes in the queue, which the next transaction takes up. */
  isAnyChangeDue (): boolean | Promise<boolean>
  /**
   * Why the database does not respond or cannot be used, for example because another process has upgraded its tables;
   * undefined: it works. Contains nothing private.
   */
  readonly problem: string | undefined
  /** Bytes of the database and of its write-ahead log. */
  size (): { database: number, log: number } | Promise<{ database: number, log: number }>
  /** Metrics for operators; cheap to read. */
  readonly figures: readonly Figure[]
  /** Updates the statistics by which the query planner chooses indexes. */
  refreshStatistics (): Promise<void>
  snapshot (): Promise<Snapshot>
  /** Postpones building indexes if that makes bulk inserts quicker; `buildIndexes` builds them. */
  deferIndexes (): void | Promise<void>
  readonly areIndexesDeferred: boolean
  /** Builds the postponed indexes in steps, between which others may write. */
  buildIndexes (): Generator<void> | AsyncGenerator<void>
  close (): Promise<void>
}

/** A metric of an engine, for operators. */
export interface Figure {
  /** Name of the metric, without the prefix of the program. */
  readonly name: string
  readonly help: string
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
  /** Whether it is a counter, from 0 at the start of the process. */
  readonly isTotal?: boolean
}

/**
 * Why the database refused a statement. Nothing was stored, except possibly by an uncertain commit.
 *
 * `full`: the disk is full; `dangling`: a reference to a row that does not exist, for example because it was deleted
 * meanwhile; `unsuitable`: a value is too large or cannot be stored; `busy`: too much to do; `unreachable`: no
 * connection; `uncertain`: the connection was lost during a commit, which may or may not have happened; `outdated`: a
 * newer version of Vitrine has changed the tables; `other`: the database itself is damaged or misconfigured.
 */
export type Failure = 'full' | 'dangling' | 'unsuitable' | 'busy' | 'unreachable' | 'uncertain' | 'outdated' | 'other'

/** Work that one of the processes that share a collection does for all of them. */
export type ClaimName = 'jobs' | 'webhooks'

/** An exclusive lock on such work. It is released when its process ends, however that happens. */
export interface Claim {
  /** False once the lock was lost: on a database server it is lost with the connection. */
  readonly isHeld: boolean
  release (): void | Promise<void>
}

export interface Claims {
  /** @returns undefined while another process, or another part of this one, has the lock. */
  take (name: ClaimName): Promise<Claim | undefined>
}
