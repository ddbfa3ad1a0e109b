import { realpathSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../package.js'
import { ChangeLog, EVERYTHING, type Touched } from './change-log.js'
import { ChangeTracker } from './change-tracker.js'
import { prepareDataFolder } from './data-folder.js'
import { seed } from './seed/seed.js'
import { connect, dataVersionOf, migrateTo, type Connection, type Database } from './sqlite.js'
import { vocabulary } from './tables/index.js'
import { loadTerms, type Terms } from './terms.js'

const MIGRATIONS = path.join(packageFolder, 'db', 'migrations')

/**
 * The last write to each file by anyone in this process. SQLite makes a second writer wait by standing still, and with
 * it the first, which would never finish.
 */
const lastWrites = new Map<string, Promise<unknown>>()

type Work<T> = (transaction: Database) => Promise<T>

interface Waiting { work: Work<unknown>, resolve: (result: unknown) => void, reject: (error: unknown) => void }

/**
 * The database of one data folder. Reads see what is committed and never wait for writes; writes are done one at a
 * time, each whole or not at all.
 */
export class Store {
  /** For reads outside a transaction. */
  readonly read: Database
  /** Told after every write that is not bulk. */
  afterWrite: () => void = () => {}
  readonly #waiting: Waiting[] = []
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #tracker: ChangeTracker
  readonly #changes = new ChangeLog()
  readonly #dataVersion: () => number
  /** Data version of the writing connection: it differs after others have written, not after its own writes. */
  #foreignVersion: number
  #isUpToDate = false
  readonly #endTurn = (): void => { this.#isUpToDate = false }
  /** The database. */
  readonly file: string
  #terms: Terms | undefined

  private constructor (file: string, reader: Connection, writer: Connection) {
    this.file = realpathSync(file)
    this.#reader = reader
    this.#writer = writer
    this.read = reader.database
    this.#tracker = new ChangeTracker(writer.driver)
    this.#dataVersion = dataVersionOf(writer)
    this.#foreignVersion = this.#dataVersion()
  }

  /**
   * Opens `<folder>/vitrine.db`; makes folder, schema and the data of a fresh installation when they are missing.
   *
   * @param settings what a fresh installation remembers besides its own, by name.
   * @throws when the folder cannot be written, its database is lost, or a newer version of Vitrine wrote it.
   */
  static async open (folder: string, settings: Readonly<Record<string, unknown>> = {}): Promise<Store> {
    const file = prepareDataFolder(folder)
    const writer = connect(file)
    try {
      migrateTo(writer, MIGRATIONS)
      const store = new Store(file, connect(file), writer)
      if (await isEmpty(store.read)) {
        await store.write(async (database) => {
          // Another process may have been quicker.
          if (await isEmpty(database)) await seed(database, settings)
        })
      }
      return store
    } catch (error) {
      writer.driver.close()
      throw error
    }
  }

  /**
   * What has been written of late, by this process and, without details, by others. Others are asked for once in a
   * turn of the event loop, so that whatever one request looks up is true of one moment.
   */
  get changes (): ChangeLog {
    if (this.#isUpToDate) return this.#changes
    this.#isUpToDate = true
    setImmediate(this.#endTurn)
    const version = this.#dataVersion()
    if (version !== this.#foreignVersion) {
      this.#foreignVersion = version
      this.#changes.record(EVERYTHING)
    }
    return this.#changes
  }

  /**
   * Runs `work` as one transaction, after those asked for before. Nothing of it stays when it throws. Writes that wait
   * at the same time are committed together, for it is the disk that takes longest; each still fails by itself.
   */
  async write<T>(work: Work<T>): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
      if (this.#waiting.length === 1) this.#inTurn(async () => { await this.#writeWaiting() }).catch(() => {})
    })
  }

  /** The same for so much that it is not noted what it touches. */
  async writeBulk<T>(work: Work<T>): Promise<T> {
    return await this.#inTurn(async () => {
      this.#tracker.pause()
      try {
        return await this.#transact(async (database) => ({ result: await work(database), touched: EVERYTHING }))
      } finally {
        this.#tracker.resume()
      }
    })
  }

  /**
   * The same for what no answer shows and what is done again if it is lost with the power, such as an index. It does not
   * wait for the disk, which would hold up all answers.
   */
  async writeUnseen<T>(work: Work<T>): Promise<T> {
    return await this.#inTurn(async () => {
      const { driver } = this.#writer
      driver.pragma('synchronous = NORMAL')
      try {
        return await this.#transact(async (database) => {
          const result = await work(database)
          const touched = this.#tracker.take()
          // Nothing is stale, unless `work` wrote more than it said.
          return { result, touched: touched.length === 0 ? undefined : touched }
        })
      } finally {
        driver.pragma('synchronous = FULL')
      }
    })
  }

  /** Does a step after those that write to the same file, whoever does. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const run = (lastWrites.get(this.file) ?? Promise.resolve()).then(step)
    lastWrites.set(this.file, run.catch(() => {}))
    return run
  }

  async #writeWaiting (): Promise<void> {
    // Requests that have come in with the one that writes are about to join it.
    await new Promise((resolve) => { setImmediate(resolve) })
    const together = this.#waiting.splice(0)
    try {
      const outcomes = await this.#transact(async (database) => {
        const outcomes = together.length === 1 ? [{ result: await together[0]!.work(database) }] : await this.#eachByItself(together, database)
        return { result: outcomes, touched: this.#tracker.take() }
      })
      together.forEach(({ resolve, reject }, at) => { 'error' in outcomes[at]! ? reject(outcomes[at].error) : resolve(outcomes[at]!.result) })
      this.afterWrite()
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  async #eachByItself (together: readonly Waiting[], database: Database): Promise<Array<{ result: unknown } | { error: unknown }>> {
    const outcomes: Array<{ result: unknown } | { error: unknown }> = []
    for (const { work } of together) {
      outcomes.push(await this.nested(async () => ({ result: await work(database) })).catch((error: unknown) => {
        // After an error that ended the transaction, such as a full disk, nothing can be done any more.
        if (!this.#writer.driver.inTransaction) throw error
        return { error }
      }))
    }
    return outcomes
  }

  /** @param work what is to be done, and what answers it touches; undefined for none. */
  async #transact<T>(work: Work<{ result: T, touched: Touched | undefined }>): Promise<T> {
    const { database, driver } = this.#writer
    driver.exec('BEGIN IMMEDIATE')
    try {
      const { result, touched } = await work(database)
      driver.exec('COMMIT')
      if (touched !== undefined) this.#changes.record(touched)
      return result
    } catch (error) {
      if (driver.inTransaction) driver.exec('ROLLBACK')
      throw error
    }
  }

  /** Within a transaction: undoes only what `work` did when it throws. */
  async nested<T>(work: () => Promise<T>): Promise<T> {
    const { driver } = this.#writer
    driver.prepare('SAVEPOINT nested').run()
    try {
      const result = await work()
      driver.prepare('RELEASE nested').run()
      return result
    } catch (error) {
      driver.exec('ROLLBACK TO nested; RELEASE nested')
      throw error
    }
  }

  /** Tells the database how its tables have grown, so that it chooses the right indexes. For after much was written. */
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

  /** Waits for the writes under way, then closes the file. */
  async close (): Promise<void> {
    await lastWrites.get(this.file)
    this.#reader.driver.close()
    this.#writer.driver.close()
  }
}

async function isEmpty (database: Database): Promise<boolean> {
  return (await database.select({ id: vocabulary.id }).from(vocabulary).limit(1)).length === 0
}
