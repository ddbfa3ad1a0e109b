import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Engine, Snapshot } from '../engine.js'
import { Announcements } from './announcements.js'
import { optionsOf, runOver } from './connections.js'
import { migrate } from './migrate.js'
import { databaseOf } from './postgres-database.js'
import { PostgresWriter } from './postgres-writer.js'
import type { Run } from './run.js'

/** Connections of a process that read. */
const READERS = 10

/** PostgreSQL. */
export class PostgresEngine implements Engine {
  readonly identity: string
  readonly file = undefined
  readonly read
  readonly writer: PostgresWriter
  readonly foreignVersion
  readonly #pool: pg.Pool
  readonly #run: Run
  readonly #announcements: Announcements
  #closing: Promise<unknown> | undefined

  private constructor (address: string, pool: pg.Pool, announcements: Announcements, node: string) {
    this.identity = `${address} ${node}`
    this.#pool = pool
    this.#run = runOver(pool)
    this.#announcements = announcements
    this.read = databaseOf(this.#run, async () => undefined)
    this.writer = new PostgresWriter(address, node)
    this.foreignVersion = () => announcements.version
  }

  /**
   * Connects to a database; creates the schema if it is missing.
   *
   * @throws when it cannot be reached, or a newer version of Vitrine wrote it.
   */
  static async open (address: string): Promise<PostgresEngine> {
    const client = new pg.Client(optionsOf(address))
    await client.connect()
    try {
      await migrate(client)
    } finally {
      await client.end()
    }
    const node = randomUUID()
    const announcements = new Announcements(address, node)
    await announcements.listen()
    const pool = new pg.Pool({ ...optionsOf(address), max: READERS })
    // Of a connection that nobody uses at the moment: the pool makes another one.
    pool.on('error', () => {})
    return new PostgresEngine(address, pool, announcements, node)
  }

  async isAnyChangeDue (): Promise<boolean> {
    const { rows } = await this.#run('SELECT EXISTS (SELECT 1 FROM resource_change_due)')
    return rows[0]![0] === 1
  }

  get isReady (): boolean {
    return this.#announcements.isHearing
  }

  async size (): Promise<{ database: number, log: number }> {
    const { rows } = await this.#run('SELECT pg_database_size(current_database())')
    return { database: rows[0]![0] as number, log: 0 }
  }

  async refreshStatistics (): Promise<void> {
    await this.#run('ANALYZE')
  }

  async snapshot (): Promise<Snapshot> {
    const client = await this.#pool.connect()
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    } catch (error) {
      client.release(true)
      throw error
    }
    return {
      database: databaseOf(runOver(client), async () => undefined),
      close: async () => {
        await client.query('COMMIT').then(() => { client.release() }, () => { client.release(true) })
      }
    }
  }

  /** Indexes are kept up beside the rows. */
  deferIndexes (): void {}

  readonly areIndexesDeferred = false

  buildIndexes (): void {}

  async endBackgroundWork (): Promise<void> {}

  /** May be called again. */
  async close (): Promise<void> {
    this.#closing ??= Promise.all([this.#announcements.close(), this.writer.close(), this.#pool.end()])
    await this.#closing
  }
}
