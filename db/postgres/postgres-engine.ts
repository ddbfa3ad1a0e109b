import pg from 'pg'
import type { Database } from '../database.js'
import type { Engine, ReplicaFigures, Replication, Snapshot } from '../engine.js'
import type { Figure } from '../figure.js'
import { inTurn } from '../write-turns.js'
import { Announcements } from './announcements.js'
import { asking, optionsOf, runOver } from './connections.js'
import { withCode } from './connection-error.js'
import { migrate } from './migrate.js'
import { PostgresBuckets } from './postgres-buckets.js'
import { PostgresClaims } from './postgres-claims.js'
import { databaseOf } from './postgres-database.js'
import { PostgresWriter } from './postgres-writer.js'
import { Readers, type ReaderSettings } from './readers.js'
import { Replicas } from './replicas.js'

type EngineSettings = ReaderSettings & Required<Replication>

/** Unless settings say otherwise. */
const DEFAULTS: EngineSettings = { connections: 10, wait: 5000, timeout: 30_000, replicas: [], replicaLag: 0 }

/** How many were opened in this process: each writes over a connection of its own. */
let opened = 0

/** PostgreSQL. */
export class PostgresEngine implements Engine {
  readonly identity: string
  readonly file = undefined
  readonly read
  readonly writer: PostgresWriter
  readonly claims: PostgresClaims
  readonly buckets: PostgresBuckets
  readonly writes: Announcements
  readonly foreignVersion
  readonly #readers: Readers
  readonly #replicas: Replicas
  #closing: Promise<unknown> | undefined

  private constructor (address: string, writes: Announcements, settings: EngineSettings) {
    this.identity = `${address} ${++opened}`
    this.#readers = new Readers(address, settings)
    this.writes = writes
    this.read = databaseOf(this.#readers.run)
    const replicas = this.#replicas = new Replicas(address, this.#readers.run, settings)
    const outdate = (): void => { replicas.outdate() }
    writes.beforeNews = outdate
    this.writer = new PostgresWriter(address, writes, settings, outdate)
    this.buckets = new PostgresBuckets(this.#readers.run)
    this.claims = new PostgresClaims(this.writer, async (step) => await inTurn(this.identity, step))
    this.foreignVersion = () => writes.version
  }

  /**
   * Connects to a database; creates the schema if it is missing.
   *
   * @throws when it cannot be reached, or a newer version of Vitrine wrote it.
   */
  static async open (address: string, given: Partial<EngineSettings> = {}): Promise<PostgresEngine> {
    const settings = { ...DEFAULTS, ...given }
    const client = new pg.Client(optionsOf(address, settings.wait))
    // What it was lost by is thrown by the statement that needs it.
    client.on('error', () => {})
    try {
      await client.connect()
      await migrate(client)
    } catch (error) {
      throw withCode(error)
    } finally {
      await client.end().catch(() => {})
    }
    const writes = new Announcements(address)
    await writes.listen().catch(async (error: unknown) => {
      await writes.close()
      throw withCode(error)
    })
    return new PostgresEngine(address, writes, settings)
  }

  unseenNote (): string {
    throw new Error('Only threads that have opened a file write over connections of their own.')
  }

  async isAnyChangeDue (): Promise<boolean> {
    const { rows } = await this.#readers.run('SELECT EXISTS (SELECT 1 FROM resource_change_due)')
    return rows[0]![0] === 1
  }

  get isReady (): boolean {
    return this.writes.isHearing
  }

  reader (): Database {
    return (this.writes.isCertain ? this.#replicas.database : this.#replicas.lastResort) ?? this.read
  }

  requireNewest (): void {
    this.#replicas.outdate()
  }

  get replicas (): ReplicaFigures[] {
    return this.#replicas.all
  }

  async size (): Promise<{ database: number, log: number }> {
    const { rows } = await this.#readers.run('SELECT pg_database_size(current_database())')
    return { database: rows[0]![0] as number, log: 0 }
  }

  get figures (): Figure[] {
    const { isHearing, certainSince } = this.writes
    return [...this.#readers.figures, ...this.#replicas.figures, {
      name: 'database_announcements_heard',
      help: 'Whether this process hears what others commit',
      value: isHearing ? 1 : 0
    }, {
      name: 'database_certain_seconds',
      help: 'Seconds since it was known last what others had committed; above 1 what is kept is not used',
      value: (performance.now() - certainSince) / 1000
    }]
  }

  /** Over the connection that writes, because it may take longer than a read may. */
  async refreshStatistics (): Promise<void> {
    await inTurn(this.identity, async () => {
      await this.writer.connected()
      await this.writer.statement('ANALYZE')
    })
  }

  async snapshot (): Promise<Snapshot> {
    const client = await this.#replicas.connect() ?? await this.#readers.connect()
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0')
    } catch (error) {
      client.release(true)
      throw withCode(error)
    }
    return {
      database: databaseOf(asking(runOver(client))),
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
    this.#closing ??= Promise.all([
      this.writes.close(), this.writer.close(), this.#replicas.close(), this.#readers.close()
    ])
    await this.#closing
  }
}
