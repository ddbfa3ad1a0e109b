import { setImmediate as nextTurn } from 'node:timers/promises'
import { ChangeLog, UNKNOWN, type Written } from '../changes/change-log.js'
import type { Engine } from '../engine/engine.js'
import { NoCollectionError } from '../engine/data-folder.js'
import type { Database } from '../query/statements/database.js'
import { GroupCommit, type Work } from './group-commit.js'
import { openEngine, type EngineOptions } from './open-engine.js'
import { whileBusy } from './patience.js'
import { writeTurns } from '../engine/in-turn.js'
import { isEmpty, seed } from '../seed/seed.js'
import { loadTerms, type Terms } from '../query/statements/terms.js'

/**
 * The database of one data folder. Reads see committed data and never wait for writes; writes run one at a time, each
 * in a transaction.
 */
export class Store {
  /** For reads outside a transaction. */
  readonly read: Database
  /**
   * For reads that belong to a write: always from the primary, so they fail while only replicas respond, which may lag
   * behind.
   */
  readonly primary: Database
  /** Called after each `write`. */
  afterWrite: () => void = () => {}
  /** The database server or file: what it can do, and its state. All writes go through the store. */
  readonly engine: Engine
  readonly #groups: GroupCommit
  /**
   * The log of recent changes by this and other processes. On a database server, commits of others arrive within a
   * second; `catchUp` is quicker.
   */
  readonly changes: ChangeLog
  /** Pending until the indexes know what another program has written; undefined: they do. Never rejects. */
  #foreignTaken: Promise<void> | undefined
  #terms: Terms | undefined
  #isHurrying = false

  private constructor (engine: Engine) {
    this.engine = engine
    this.read = engine.read
    this.primary = engine.primary
    this.changes = new ChangeLog(engine.writes, () => { this.#takeForeign() })
    this.#groups = new GroupCommit(engine, () => {
      // Also if nothing was logged: the rights of a listening user may have changed.
      this.changes.notify()
      this.afterWrite()
    })
  }

  /**
   * Opens the database; creates the schema and the contents of a fresh installation if they are missing.
   *
   * @param settings settings of a fresh installation, by name. @param options `address` of the database; empty: it is
   * a file in the folder. `pageCache`: bytes of page cache for the connections to a file. @throws if the database
   * cannot be written, is lost, or was written by a newer version of Vitrine; NoCollectionError if there is none and
   * `mustExist` is set.
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

  /** Waits until the indexes know what another program has written before; undefined: they do. Never rejects. */
  foreignTaken (): Promise<void> | undefined {
    this.changes.poll()
    return this.#foreignTaken
  }

  /**
   * Takes up what another program has left in the queue of changes, in a transaction of its own: until then the log of
   * changes and the indexes lack it. If it fails, the next transaction takes the changes up.
   */
  #takeForeign (): void {
    if (this.problem !== undefined) return
    const take = async (): Promise<void> => {
      if (await this.engine.isAnyChangeDue()) await this.write(async () => {})
    }
    this.#foreignTaken ??= take().catch(() => {}).finally(() => { this.#foreignTaken = undefined })
  }

  /** Waits until `changes` contains everything committed before the call; undefined: it does. Never rejects. */
  catchUp (): Promise<void> | undefined {
    return this.engine.writes.catchUp()
  }

  /** Position of the newest write in `changes`, in the commit order of all processes. */
  get position (): number {
    this.changes.poll()
    return this.engine.writes.position
  }

  /**
   * Runs `work` in a transaction, which is rolled back if it throws. Writes that wait at the same time share a commit;
   * single changes and batches alternate. Resolves when the disk has the data; other connections may read it slightly
   * earlier.
   *
   * @param changes number of changes that `work` makes: a batch lets single changes of others go first.
   */
  async write<T>(work: Work<T>, changes = 1): Promise<T> {
    return await this.#groups.add(work, changes)
  }

  /** Like `write`, for steps of jobs: waits for minutes, instead of failing, while another program writes. */
  async writePatiently<T>(work: Work<T>): Promise<T> {
    return await this.#patiently(work, async (begun) => await this.write(begun))
  }

  /** Ends these long waits, because the program ends. */
  hurry (): void {
    this.#isHurrying = true
  }

  /** Retries a write whose work could not begin; between two attempts other writes have their turn. */
  async #patiently<T>(work: Work<T>, write: (work: Work<T>) => Promise<T>): Promise<T> {
    let hasBegun = false
    const begun: Work<T> = async (database) => {
      hasBegun = true
      return await work(database)
    }
    return await whileBusy(async () => await write(begun), () => hasBegun || this.#isHurrying)
  }

  /** Like `writePatiently`, for large imports: everything cached becomes stale. */
  async writeBulk<T>(work: Work<T>): Promise<T> {
    const result = await this.#patiently(work, async (begun) =>
      await this.#inTurn(async () => await this.#groups.run(begun, () => UNKNOWN)))
    await this.engine.stored()
    this.changes.notify()
    return result
  }

  /**
   * As `write`, for data that no answer shows and that can be recomputed after a power failure, such as an index. The
   * commit does not wait for the disk, so it does not block this thread.
   */
  async writeUnseen<T>(work: Work<T>): Promise<T> {
    let isSeen = false
    const shown = (written: Written): Written | undefined => {
      // Nothing becomes stale, unless `work` wrote data that answers show.
      isSeen = written.touched.length > 0
      return isSeen ? written : undefined
    }
    const result = await this.#inTurn(async () => await this.#groups.run(work, shown, false))
    if (isSeen) this.changes.notify()
    return result
  }

  /** Runs work that writes over another connection in another thread; all other writes wait meanwhile. */
  async writeElsewhere<T>(work: () => Promise<T>): Promise<T> {
    return await this.#inTurn(async () => {
      try {
        return await work()
      } finally {
        this.engine.wroteElsewhere()
      }
    })
  }

  /**
   * Postpones building indexes, before very many rows are written (deferred-indexes.ts); `buildIndexes` builds them.
   */
  async deferIndexes (): Promise<void> {
    await this.#inTurn(async () => { await this.engine.deferIndexes() })
  }

  /** Builds the postponed indexes one after the other. May block this thread while it builds one. */
  async buildIndexes (): Promise<void> {
    const steps = this.engine.buildIndexes()
    while (await this.writeElsewhere(async () => (await steps.next()).done !== true)) await nextTurn()
  }

  /** Runs a step after all earlier writes of this process to the same database. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    return writeTurns.run(this.engine.identity, step)
  }

  /** Runs `work` in a savepoint of the current transaction: when it throws, only its own changes are rolled back. */
  async nested<T>(work: () => Promise<T>): Promise<T> {
    return await this.#groups.nested(work)
  }

  /** Updates the statistics by which the query planner chooses indexes. Call it after large writes. */
  async refreshStatistics (): Promise<void> {
    await whileBusy(async () => { await this.engine.refreshStatistics() }, () => this.#isHurrying)
  }

  /**
   * Vocabularies, properties, classes and templates, cached until one of them changes.
   *
   * @param epoch of the change log, if the caller has just read it.
   */
  async terms (epoch = this.changes.epoch): Promise<Terms> {
    if (this.#terms?.epoch !== epoch) {
      this.#terms = await loadTerms(this.read, epoch, this.#terms)
      // A replica must know these terms too, and no others, so that later reads match them.
      this.engine.requireNewest()
    }
    return this.#terms
  }

  /** Why the database does not work, without private details; undefined: it works. */
  get problem (): string | undefined {
    return this.engine.problem
  }

  /** Waits for pending writes, then closes the connections. */
  async close (): Promise<void> {
    await writeTurns.ended(this.engine.identity)
    this.changes.close()
    await this.engine.close()
  }
}
