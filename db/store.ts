import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../package.js'
import { ChangeLog, EVERYTHING, type Touched } from './change-log.js'
import { ChangeSignal } from './change-signal.js'
import { ChangeTracker } from './change-tracker.js'
import { Checkpoints } from './checkpoints.js'
import { prepareDataFolder } from './data-folder.js'
import { areIndexesDeferred, buildIndexes, deferIndexes } from './deferred-indexes.js'
import { ForeignWrites } from './foreign-writes.js'
import { ResourceChangeWriter } from './resource-changes.js'
import { seed } from './seed/seed.js'
import {
  appliedMigration, connect, dataVersionOf, migrateTo, newestMigration, type Connection, type Database
} from './sqlite.js'
import { vocabulary } from './tables/index.js'
import { loadTerms, type Terms } from './terms.js'

/** Folder of the migrations. */
export const MIGRATIONS = path.join(packageFolder, 'db', 'migrations')

/**
 * The last write of this process to each file; the next one waits for it. Without this queue, SQLite would block the
 * thread to wait for the other connection, which then could never finish.
 */
const lastWrites = new Map<string, Promise<unknown>>()

/** Turns of the event loop in which writes gather for a commit, as long as more of them come. */
const MOST_TURNS = 4

type Work<T> = (transaction: Database) => Promise<T>

type Outcome = { result: unknown } | { error: unknown }

/** What a transaction touched, for the change log; undefined: nothing. */
interface Written { touched: Touched | undefined, rows: readonly number[] | undefined }

interface Waiting { work: Work<unknown>, resolve: (result: unknown) => void, reject: (error: unknown) => void }

/**
 * The database of one data folder. Reads see committed data and never wait for writes; writes run one at a time, each
 * in a transaction.
 */
export class Store {
  /** For reads outside a transaction. */
  readonly read: Database
  /** Says when the log of changes of resources has grown (resource-change-feed.ts). */
  readonly changeSignal: ChangeSignal
  /** Called after each `write`. */
  afterWrite: () => void = () => {}
  readonly #waiting: Waiting[] = []
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #tracker: ChangeTracker
  readonly #resourceChanges: ResourceChangeWriter
  readonly #checkpoints: Checkpoints
  readonly #changes = new ChangeLog()
  readonly #foreign: ForeignWrites
  readonly #migration = newestMigration(MIGRATIONS)
  /** Path of the database, without symbolic links. */
  readonly file: string
  #terms: Terms | undefined

  private constructor (file: string, reader: Connection, writer: Connection) {
    this.file = realpathSync(file)
    this.#reader = reader
    this.#writer = writer
    this.read = reader.database
    this.#tracker = new ChangeTracker(writer.driver)
    this.#resourceChanges = new ResourceChangeWriter(writer.driver)
    this.#checkpoints = new Checkpoints(this.file, writer.driver, async (step) => { await this.#inTurn(step) })
    this.#foreign = new ForeignWrites(dataVersionOf(writer), () => { this.#changes.record(EVERYTHING) })
    this.changeSignal = new ChangeSignal(this.#foreign.version)
  }

  /**
   * Opens `<folder>/vitrine.db`; creates the folder, the schema and the contents of a fresh installation if they are
   * missing.
   *
   * @param settings of a fresh installation, by name.
   * @param pageCache bytes of the database that each of its two connections may hold.
   * @throws when the folder cannot be written, its database is lost, or a newer version of Vitrine wrote it.
   */
  static async open (
    folder: string, settings: Readonly<Record<string, unknown>> = {}, pageCache?: number
  ): Promise<Store> {
    const file = prepareDataFolder(folder)
    const writer = connect(file, { pageCache })
    try {
      migrateTo(writer, MIGRATIONS)
      const store = new Store(file, connect(file, { pageCache }), writer)
      if (await isEmpty(store.read)) {
        await store.write(async (database) => {
          // Another process may have filled it meanwhile.
          if (await isEmpty(database)) await seed(database, settings)
        })
      }
      if (store.#resourceChanges.isAnyDue) await store.write(async () => {})
      return store
    } catch (error) {
      writer.driver.close()
      throw error
    }
  }

  /**
   * The latest changes. Those of this process are recorded in detail, those of other processes as changes of
   * everything; the latter are checked for once per turn of the event loop.
   */
  get changes (): ChangeLog {
    this.#foreign.look()
    return this.#changes
  }

  /**
   * Runs `work` in a transaction, which is rolled back when it throws. Writes run in the order of the calls. Those
   * that wait at the same time share one commit, because waiting for the disk takes longest; each has a savepoint of
   * its own, so that one can fail without the others.
   */
  async write<T>(work: Work<T>): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
      if (this.#waiting.length === 1) this.#inTurn(async () => { await this.#writeWaiting() }).catch(() => {})
    })
  }

  /** The same for large imports: their changes are not tracked, so that everything cached becomes stale. */
  async writeBulk<T>(work: Work<T>): Promise<T> {
    return await this.#inTurn(async () => {
      this.#tracker.pause()
      try {
        return await this.#transact(async (database) => ({
          result: await work(database), touched: EVERYTHING, rows: undefined
        }))
      } finally {
        this.#tracker.resume()
      }
    })
  }

  /**
   * The same for data that no answer shows and that can be made again after a power failure, such as an index. The
   * commit does not wait for the disk, so it does not block this thread.
   */
  async writeUnseen<T>(work: Work<T>): Promise<T> {
    return await this.#inTurn(async () => {
      const { driver } = this.#writer
      driver.pragma('synchronous = NORMAL')
      try {
        return await this.#transact(async (database) => {
          const result = await work(database)
          const { touched, rows } = this.#tracker.take()
          // Nothing becomes stale, unless `work` wrote data that answers show.
          return { result, touched: touched.length === 0 ? undefined : touched, rows }
        })
      } finally {
        driver.pragma('synchronous = FULL')
      }
    })
  }

  /** For work that writes over a connection of its own, in another thread; all other writes wait meanwhile. */
  async writeElsewhere<T>(work: () => Promise<T>): Promise<T> {
    return await this.#inTurn(work)
  }

  /** Changes whenever another connection has written, of this process or another. */
  get foreignChanges (): number {
    return this.#foreign.version()
  }

  /**
   * What `writeUnseen` does, over a connection of its own in another thread. Nothing that is cached becomes stale.
   *
   * @param begin has the other connection begin a transaction. @param work has it write, end that transaction and begin
   *   another one; its result says whether nobody else has written between the two. @param end ends the second one.
   */
  async writeUnseenElsewhere<T extends { isAlone: boolean }> (
    begin: () => Promise<void>, work: () => Promise<T>, end: () => Promise<void>
  ): Promise<T> {
    return await this.#inTurn(async () => {
      await begin()
      try {
        return await this.#foreign.elsewhere(work)
      } finally {
        await end()
      }
    })
  }

  /** Leaves indexes for later, before very many rows are written (deferred-indexes.ts); `buildIndexes` makes them. */
  async deferIndexes (): Promise<void> {
    await this.#inTurn(async () => { deferIndexes(this.#writer.driver) })
  }

  get areIndexesDeferred (): boolean {
    return areIndexesDeferred(this.#reader.driver)
  }

  /** Makes the indexes that were left for later. Blocks this thread. */
  async buildIndexes (): Promise<void> {
    await this.#inTurn(async () => { buildIndexes(this.file) })
  }

  /** Runs a step after all earlier steps of this process that write to the same file. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const run = (lastWrites.get(this.file) ?? Promise.resolve()).then(step)
    lastWrites.set(this.file, run.catch(() => {}))
    return run
  }

  async #writeWaiting (): Promise<void> {
    // Requests that arrive in the same turn of the event loop share this commit, and those that follow at once.
    for (let turn = 0, waiting = 0; turn < MOST_TURNS && waiting < this.#waiting.length; turn++) {
      waiting = this.#waiting.length
      await new Promise((resolve) => { setImmediate(resolve) })
    }
    const together = this.#waiting.splice(0)
    try {
      const outcomes = await this.#transact(async (database) => {
        const [first] = together
        const outcomes = first !== undefined && together.length === 1
          ? [{ result: await first.work(database) }]
          : await this.#eachByItself(together, database)
        return { result: outcomes, ...this.#tracker.take() }
      })
      together.forEach(({ resolve, reject }, at) => {
        const outcome = outcomes[at]!
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.result)
      })
      this.afterWrite()
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  async #eachByItself (together: readonly Waiting[], database: Database): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const { work } of together) {
      outcomes.push(await this.nested(async () => ({ result: await work(database) })).catch((error: unknown) => {
        // An error that ended the whole transaction, such as a full disk, fails all of them.
        if (!this.#writer.driver.inTransaction) throw error
        return { error }
      }))
    }
    return outcomes
  }

  /** @param work returns its result and what it touched, for the change log; undefined: nothing. */
  async #transact<T>(work: Work<{ result: T } & Written>): Promise<T> {
    const { database, driver } = this.#writer
    driver.exec('BEGIN IMMEDIATE')
    // From now on no other process writes, so that what `changes` says holds until the end of the transaction.
    this.#foreign.endTurn()
    try {
      const { result, touched, rows } = await work(database)
      await this.#resourceChanges.write()
      driver.exec('COMMIT')
      this.#checkpoints.afterCommit()
      if (touched === undefined) return result
      this.#changes.record(touched, rows)
      // Also when nothing is logged: whoever listens may have lost the right to.
      this.changeSignal.tell()
      return result
    } catch (error) {
      if (driver.inTransaction) driver.exec('ROLLBACK')
      throw error
    }
  }

  /** Within a transaction: whether nothing that was read of the ids before it can have changed in it. */
  isUntouched (ids: ReadonlySet<number>): boolean {
    return this.#tracker.isUntouched(ids)
  }

  /** Runs `work` in a savepoint of the current transaction: when it throws, only its own changes are rolled back. */
  async nested<T>(work: () => Promise<T>): Promise<T> {
    const { driver } = this.#writer
    driver.prepare('SAVEPOINT nested').run()
    try {
      const result = await work()
      driver.prepare('RELEASE nested').run()
      return result
    } catch (error) {
      // Some errors, such as a full disk, have ended the whole transaction already.
      if (driver.inTransaction) driver.exec('ROLLBACK TO nested; RELEASE nested')
      throw error
    }
  }

  /** Updates the statistics by which the query planner chooses indexes. Call it after large writes. */
  refreshStatistics (): void {
    this.#writer.driver.pragma('analysis_limit = 1000')
    this.#writer.driver.exec('ANALYZE')
  }

  /** Vocabularies, properties, classes and templates, cached until one of them changes. */
  async terms (): Promise<Terms> {
    const { epoch } = this.changes
    if (this.#terms?.epoch !== epoch) this.#terms = await loadTerms(this.read, epoch, this.#terms)
    return this.#terms
  }

  /** Whether the database answers, and its tables are those of this version: another process may have upgraded it. */
  get isReady (): boolean {
    try {
      return appliedMigration(this.#reader) === this.#migration
    } catch {
      return false
    }
  }

  /** Bytes of the database and of its write-ahead log. */
  get size (): { database: number, log: number } {
    const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
    return { database: sizeOf(this.file), log: sizeOf(`${this.file}-wal`) }
  }

  /** Waits for pending writes, then closes the connections. */
  async close (): Promise<void> {
    await this.#checkpoints.close()
    await lastWrites.get(this.file)
    this.changeSignal.close()
    this.#reader.driver.close()
    this.#writer.driver.close()
  }
}

async function isEmpty (database: Database): Promise<boolean> {
  return (await database.select({ id: vocabulary.id }).from(vocabulary).limit(1)).length === 0
}
