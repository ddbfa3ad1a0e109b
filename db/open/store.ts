import { setImmediate as nextTurn } from 'node:timers/promises'
import { ChangeLog, type Ids } from '../changes/change-log.js'
import { ChangeSignal } from '../changes/change-signal.js'
import type { Claims } from '../engine/claims.js'
import { NoCollectionError } from '../engine/data-folder.js'
import type { Database } from '../query/statements/database.js'
import type { Engine, ReplicaFigures, Snapshot, Writer } from '../engine/engine.js'
import type { Figure } from '../engine/figure.js'
import { GroupCommit, type Show, type Work } from './group-commit.js'
import { LatestWrites } from '../changes/latest-writes.js'
import { openEngine, type EngineOptions } from './open-engine.js'
import { whileBusy } from './patience.js'
import { inTurn, lastTurn } from '../engine/write-turns.js'
import { isEmpty, seed } from '../seed/seed.js'
import { loadTerms, type Terms } from '../query/statements/terms.js'
import type { TokenBuckets } from '../engine/token-buckets.js'
import { Transactions } from './transactions.js'
import { UNKNOWN } from '../changes/write-notes.js'

export type { Committed } from './group-commit.js'

/**
 * The database of one data folder. Reads see committed data and never wait for writes; writes run one at a time, each
 * in a transaction.
 */
export class Store {
  /** For reads outside a transaction. */
  readonly read: Database
  /** The same for those that belong to a write: they fail while only replicas answer, which may not know it yet. */
  readonly primary: Database
  /** Says when the log of changes of resources has grown (resource-change-feed.ts). */
  readonly changeSignal: ChangeSignal
  /** Called after each `write`. */
  afterWrite: () => void = () => {}
  readonly #engine: Engine
  readonly #writer: Writer
  readonly #transactions: Transactions
  readonly #groups: GroupCommit
  readonly #changes = new ChangeLog()
  readonly #latest: LatestWrites
  #terms: Terms | undefined
  #isHurrying = false

  private constructor (engine: Engine) {
    this.#engine = engine
    this.#writer = engine.writer
    this.read = engine.read
    this.primary = engine.primary
    this.#latest = new LatestWrites(engine.writes, this.#changes)
    this.#transactions = new Transactions(engine.writer, this.#changes, this.#latest)
    this.#groups = new GroupCommit({
      inTurn: async (step) => await this.#inTurn(step),
      transact: async (work) => await this.#transactions.runShowing(work),
      nested: async (work) => await this.nested(work),
      get isInTransaction () { return engine.writer.isInTransaction },
      stored: () => engine.stored(),
      afterwards: () => {
        // Also when nothing was logged: whoever listens may have lost the right to.
        this.changeSignal.tell()
        this.afterWrite()
      }
    })
    this.changeSignal = new ChangeSignal(() => {
      // So that nobody falls behind who is not asked anything.
      this.#latest.look()
      return engine.foreignVersion()
    })
  }

  /**
   * Opens the database; creates the schema and the contents of a fresh installation if they are missing.
   *
   * @param settings of a fresh installation, by name.
   * @param options `address` of the database; empty: it is in the folder. `pageCache`: bytes of the database that the
   *   connections to a file may hold.
   * @throws when the database cannot be written, is lost, or a newer version of Vitrine wrote it; NoCollectionError
   *   when there is none, but must be.
   */
  static async open (
    folder: string, settings: Readonly<Record<string, unknown>> = {}, options: EngineOptions = {}
  ): Promise<Store> {
    const engine = await openEngine(folder, options)
    try {
      const store = new Store(engine)
      if (await isEmpty(store.read)) {
        if (options.mustExist === true) throw new NoCollectionError(folder)
        await store.write(async (database) => {
          // Another process may have filled it meanwhile.
          if (await isEmpty(database)) await seed(database, settings)
        })
      }
      if (await engine.isAnyChangeDue()) await store.write(async () => {})
      return store
    } catch (error) {
      await engine.close()
      throw error
    }
  }

  /**
   * For all reads of one request: these may be answered by a replica, which knows all that this process may know of
   * when each of them begins.
   */
  reader (): Database {
    return this.#engine.reader()
  }

  /** Whether texts may have the character U+0000. */
  get holdsNul (): boolean {
    return this.#engine.holdsNul
  }

  get replicas (): readonly ReplicaFigures[] {
    return this.#engine.replicas
  }

  /** Path of the database, if it is a file that threads can open. */
  get file (): string | undefined {
    return this.#engine.file
  }

  /** The same, or the address of the database, for threads that only read. */
  get place (): string {
    return this.#engine.place
  }

  /** Among all processes that share the database; undefined where they share its folder. */
  get claims (): Claims | undefined {
    return this.#engine.claims
  }

  /** Undefined where each process has its own. */
  get buckets (): TokenBuckets | undefined {
    return this.#engine.buckets
  }

  /**
   * The latest changes, of this process and of others, which are looked for once per turn of the event loop. Where the
   * database is elsewhere, those of others are in it within a second; `catchUp` is quicker.
   */
  get changes (): ChangeLog {
    this.#latest.look()
    return this.#changes
  }

  /** Has `changes` tell everything that was committed before the call; undefined: it does. Never rejects. */
  catchUp (): Promise<void> | undefined {
    return this.#engine.writes.catchUp()
  }

  /** Position of the newest write that `changes` tells of, in the order of all processes' commits. */
  get position (): number {
    this.#latest.look()
    return this.#engine.writes.position
  }

  /**
   * Runs `work` in a transaction, which is rolled back when it throws. Those that wait at the same time share a commit,
   * single changes and batches by turns. Ends when the disk has it; others may read it a moment before.
   *
   * @param show is called when all of them have written, over the connection that holds in memory what was written. Not
   *   called where that is not known to be worth it: the caller then reads what is committed.
   * @param changes that `work` makes: a batch lets single changes of others go first.
   */
  async write<T>(work: Work<T>, show?: Show, changes = 1): Promise<T> {
    return await this.#groups.add(work, show, changes)
  }

  /**
   * Ends when a power failure cannot take away any more what has been committed before the call, by whatever process.
   */
  async stored (): Promise<void> {
    await this.#engine.stored()
  }

  /** Like `write`, for steps of jobs: waits for minutes, instead of failing, while another program writes. */
  async writePatiently<T>(work: Work<T>): Promise<T> {
    return await this.#patiently(work, async (begun) => await this.write(begun))
  }

  /** Ends these long waits, because the program ends. */
  hurry (): void {
    this.#isHurrying = true
  }

  /** Retries a write that could not begin; between two attempts other writes have their turn. */
  async #patiently<T>(work: Work<T>, write: (work: Work<T>) => Promise<T>): Promise<T> {
    let hasBegun = false
    const begun: Work<T> = async (database) => {
      hasBegun = true
      return await work(database)
    }
    return await whileBusy(async () => await write(begun), () => hasBegun || this.#isHurrying)
  }

  /** Like `writePatiently`, for large imports: changes are not tracked, so that everything cached becomes stale. */
  async writeBulk<T>(work: Work<T>): Promise<T> {
    const result = await this.#patiently(work, async (begun) => await this.#inTurn(async () => {
      await this.#writer.track(false)
      try {
        return await this.#transactions.run(async (database) => ({ result: await begun(database), written: UNKNOWN }))
      } finally {
        await this.#writer.track(true)
      }
    }))
    await this.#engine.stored()
    this.changeSignal.tell()
    return result
  }

  /**
   * The same for data that no answer shows and that can be made again after a power failure, such as an index. The
   * commit does not wait for the disk, so it does not block this thread.
   */
  async writeUnseen<T>(work: Work<T>): Promise<T> {
    let isSeen = false
    const result = await this.#inTurn(async () => {
      await this.#writer.waitForDisk(false)
      try {
        return await this.#transactions.run(async (database) => {
          const result = await work(database)
          const written = await this.#writer.takeWritten()
          // Nothing becomes stale, unless `work` wrote data that answers show.
          isSeen = written.touched.length > 0
          return { result, written: isSeen ? written : undefined }
        })
      } finally {
        await this.#writer.waitForDisk(true)
      }
    })
    if (isSeen) this.changeSignal.tell()
    return result
  }

  /** For work that writes over a connection of its own, in another thread; all other writes wait meanwhile. */
  async writeElsewhere<T>(work: () => Promise<T>): Promise<T> {
    return await this.#inTurn(async () => {
      try {
        return await work()
      } finally {
        this.#engine.wroteElsewhere()
      }
    })
  }

  /** Changes whenever another connection has written, of this process or another. */
  get foreignChanges (): number {
    return this.#engine.foreignVersion()
  }

  /**
   * What `writeUnseen` does, over a connection of its own in another thread. Nothing that is cached becomes stale.
   *
   * @param begin has the other connection begin a transaction. @param work has it write, run the statement `note` last,
   *   and commit. @param end rolls the transaction back if it has not ended.
   */
  async writeUnseenElsewhere<T> (
    begin: () => Promise<void>, work: (note: string) => Promise<T>, end: () => Promise<void>
  ): Promise<T> {
    return await this.writeElsewhere(async () => {
      await begin()
      try {
        return await work(this.#engine.unseenNote())
      } catch (error) {
        await end()
        throw error
      }
    })
  }

  /** Leaves indexes for later, before very many rows are written (deferred-indexes.ts); `buildIndexes` makes them. */
  async deferIndexes (): Promise<void> {
    await this.#inTurn(async () => { await this.#engine.deferIndexes() })
  }

  get areIndexesDeferred (): boolean {
    return this.#engine.areIndexesDeferred
  }

  /** Makes the indexes that were left for later, one after the other. May block this thread while it makes one. */
  async buildIndexes (): Promise<void> {
    const steps = this.#engine.buildIndexes()
    while (await this.writeElsewhere(async () => (await steps.next()).done !== true)) await nextTurn()
  }

  /** Runs a step after all earlier steps of this process that write to the same database. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    return inTurn(this.#engine.identity, step)
  }

  /** Within a transaction: whether nothing that was read of the ids before it can have changed in it. */
  isUntouched (ids: Ids): boolean {
    return this.#transactions.isUntouched(ids)
  }

  /** Within a transaction: what it has touched so far; undefined: everything, or that is not known. */
  get touched (): readonly number[] | undefined {
    return this.#transactions.touched
  }

  /** Runs `work` in a savepoint of the current transaction: when it throws, only its own changes are rolled back. */
  async nested<T>(work: () => Promise<T>): Promise<T> {
    return await this.#transactions.nested(work)
  }

  /** Updates the statistics by which the query planner chooses indexes. Call it after large writes. */
  async refreshStatistics (): Promise<void> {
    await whileBusy(async () => { await this.#engine.refreshStatistics() }, () => this.#isHurrying)
  }

  /** Reads all see the database as of now until it is closed. */
  async snapshot (): Promise<Snapshot> {
    return await this.#engine.snapshot()
  }

  /** Vocabularies, properties, classes and templates, cached until one of them changes. */
  async terms (): Promise<Terms> {
    const { epoch } = this.changes
    if (this.#terms?.epoch !== epoch) {
      this.#terms = await loadTerms(this.read, epoch, this.#terms)
      // What is read next may speak of all of them, and of no others.
      this.#engine.requireNewest()
    }
    return this.#terms
  }

  /** Why the database does not answer as it should, for anybody to read; undefined: it does. */
  get problem (): string | undefined {
    return this.#engine.problem
  }

  /** What the engine says of itself for those who operate it. */
  get figures (): readonly Figure[] {
    return this.#engine.figures
  }

  /** Bytes of the database and of its write-ahead log. */
  async size (): Promise<{ database: number, log: number }> {
    return await this.#engine.size()
  }

  /** Waits for pending writes, then closes the connections. */
  async close (): Promise<void> {
    await this.#engine.endBackgroundWork()
    await lastTurn(this.#engine.identity)
    this.changeSignal.close()
    await this.#engine.close()
  }
}
