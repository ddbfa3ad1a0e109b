import { mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../package.js'
import { ChangeWatch } from './change-watch.js'
import { EVERYTHING, History, type Touched } from './history.js'
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

/**
 * The database of one data folder. Reads see what is committed and never wait for writes; writes are done one at a
 * time, each as one transaction.
 */
export class Store {
  /** For reads outside a transaction. */
  readonly read: Database
  /** Done within every transaction, at its end. */
  beforeCommit: (transaction: Database) => Promise<void> = async () => {}
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #watch: ChangeWatch
  readonly #history = new History()
  readonly #dataVersion: () => number
  /** Data version of the writing connection: it differs after others have written, not after its own writes. */
  #foreignVersion: number
  #isUpToDate = false
  readonly #file: string
  #terms: Terms | undefined

  private constructor (file: string, reader: Connection, writer: Connection) {
    this.#file = realpathSync(file)
    this.#reader = reader
    this.#writer = writer
    this.read = reader.database
    this.#watch = new ChangeWatch(writer.driver)
    this.#dataVersion = dataVersionOf(writer)
    this.#foreignVersion = this.#dataVersion()
  }

  /**
   * Opens `<folder>/vitrine.db`; makes folder, schema and the data of a fresh installation when they are missing.
   *
   * @param settings what a fresh installation remembers besides its own, by name.
   * @throws when the folder cannot be written, or a newer version of Vitrine wrote it.
   */
  static async open (folder: string, settings: Readonly<Record<string, unknown>> = {}): Promise<Store> {
    mkdirSync(folder, { recursive: true })
    const file = path.join(folder, 'vitrine.db')
    const writer = connect(file)
    try {
      migrateTo(writer, MIGRATIONS)
      const store = new Store(file, connect(file), writer)
      if (await isEmpty(store.read)) await store.write(async (database) => await seed(database, settings))
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
  get history (): History {
    if (this.#isUpToDate) return this.#history
    this.#isUpToDate = true
    setImmediate(() => { this.#isUpToDate = false })
    const version = this.#dataVersion()
    if (version !== this.#foreignVersion) {
      this.#foreignVersion = version
      this.#history.record(EVERYTHING)
    }
    return this.#history
  }

  /**
   * Runs `work` as one transaction, after those asked for before. Nothing of it stays when it throws.
   *
   * @param options `isBulk`: so much is written that it is not noted what it touches.
   */
  write<T>(work: (transaction: Database) => Promise<T>, { isBulk = false } = {}): Promise<T> {
    const run = (lastWrites.get(this.#file) ?? Promise.resolve()).then(async () => {
      if (!isBulk) return await this.#transact(work)
      this.#watch.pause()
      return await this.#transact(work, EVERYTHING).finally(() => { this.#watch.resume() })
    })
    lastWrites.set(this.#file, run.catch(() => {}))
    return run
  }

  async #transact<T>(work: (transaction: Database) => Promise<T>, touched?: Touched): Promise<T> {
    const { database, driver } = this.#writer
    driver.exec('BEGIN IMMEDIATE')
    try {
      const result = await work(database)
      await this.beforeCommit(database)
      const changes = touched ?? this.#watch.take()
      driver.exec('COMMIT')
      this.#history.record(changes)
      return result
    } catch (error) {
      if (driver.inTransaction) driver.exec('ROLLBACK')
      throw error
    }
  }

  /** Within a transaction: undoes only what `work` did when it throws. */
  async nested<T>(work: () => Promise<T>): Promise<T> {
    const { driver } = this.#writer
    driver.exec('SAVEPOINT nested')
    try {
      const result = await work()
      driver.exec('RELEASE nested')
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

  /** Vocabularies, properties, classes and templates, remembered until one of them changes. */
  async terms (): Promise<Terms> {
    const { position } = this.history
    if (this.#terms?.generation !== position) this.#terms = await loadTerms(this.read, position, this.#terms)
    return this.#terms
  }

  /** Waits for the writes under way, then closes the file. */
  async close (): Promise<void> {
    await lastWrites.get(this.#file)
    this.#reader.driver.close()
    this.#writer.driver.close()
  }
}

async function isEmpty (database: Database): Promise<boolean> {
  return (await database.select({ id: vocabulary.id }).from(vocabulary).limit(1)).length === 0
}
