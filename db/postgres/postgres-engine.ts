import pg from 'pg'
import type { Engine, Snapshot } from '../engine.js'
import { Announcements } from './announcements.js'
import { endPool, optionsOf, runOver } from './connections.js'
import { migrate } from './migrate.js'
import { databaseOf } from './postgres-database.js'
import { PostgresWriter } from './postgres-writer.js'
import type { Run } from './run.js'

/** Connections of a process that read. */
const READERS = 10

/** How many were opened in this process: each writes over a connection of its own. */
let opened = 0

/** PostgreSQL. */
export class PostgresEngine implements Engine {
  readonly identity: string
  readonly file = undefined
  readonly read
  readonly writer: PostgresWriter
  readonly writes: Announcements
  readonly foreignVersion
  readonly #pool: pg.Pool
  readonly #run: Run
  #closing: Promise<unknown> | undefined

  private constructor (address: string, pool: pg.Pool, writes: Announcements) {
    this.identity = `${address} ${++opened}`
    this.#pool = pool
    this.#run = runOver(pool)
    this.writes = writes
    this.read = databaseOf(this.#run, async () => undefined)
    this.writer = new PostgresWriter(address, writes)
    this.foreignVersion = () => writes.version
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
    const writes = new Announcements(address)
    await writes.listen().catch(async (error: unknown) => {
      await writes.close()
      throw error
    })
    const pool = new pg.Pool({ ...optionsOf(address), max: READERS })
    // Of a connection that nobody uses at the moment: the pool makes another one.
    pool.on('error', () => {})
    return new PostgresEngine(address, pool, writes)
  }

  unseenNote (): string {
    throw new Error('Only threads that have opened a file write over connections of their own.')
  }

  async isAnyChangeDue (): Promise<boolean> {
    const { rows } = await this.#run('SELECT EXISTS (SELECT 1 FROM resource_change_due)')
    return rows[0]![0] === 1
  }

  get isReady (): boolean {
    return this.writes.isHearing
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
    this.#closing ??= Promise.all([this.writes.close(), this.writer.close(), endPool(this.#pool)])
    await this.#closing
  }
}
