import type { Database } from '../query/statements/database.js'
import type { Engine, Figure, ReplicaFigures, Replication, Snapshot } from '../engine/engine.js'
import type { TokenBuckets } from '../engine/token-buckets.js'
import { writeTurns } from '../engine/in-turn.js'
import { Announcements } from './connection/announcements.js'
import { forReads, runOver } from './connection/connections.js'
import { OUTDATED, withCode } from './connection/connection-error.js'
import { areIndexesDeferred, buildIndexes, deferIndexes } from './write/deferred-indexes.js'
import { knownMigrations, migrate } from './write/migrate.js'
import { bucketsOver } from './query/postgres-buckets.js'
import { PostgresClaims } from './write/postgres-claims.js'
import { databaseOf } from './query/postgres-database.js'
import { PostgresWriter } from './write/postgres-writer.js'
import { Readers, type ReaderSettings } from './replicas/readers.js'
import { Replicas } from './replicas/replicas.js'
import { Servers } from './connection/servers.js'

type EngineSettings = ReaderSettings & Required<Replication> & { mustExist: boolean }

const DEFAULTS: EngineSettings = {
  connections: 10, wait: 5000, timeout: 30_000, replicas: [], replicaLag: 0, mustExist: false
}

/** Number of engines opened in this process: each has its own write connection, and so its own identity. */
let opened = 0

/** A PostgreSQL database, with optional replicas. */
export class PostgresEngine implements Engine {
  readonly identity: string
  readonly allowsNul = false
  readonly file = undefined
  readonly read
  readonly primary
  readonly writer: PostgresWriter
  readonly claims: PostgresClaims
  readonly buckets: TokenBuckets
  readonly writes: Announcements
  areIndexesDeferred: boolean
  readonly #readers: Readers
  readonly #replicas: Replicas
  #closing: Promise<unknown> | undefined

  private constructor (
    private readonly servers: Servers, writes: Announcements, settings: EngineSettings, areIndexesMissing: boolean
  ) {
    this.areIndexesDeferred = areIndexesMissing
    this.identity = `PostgreSQL ${++opened}`
    this.#readers = new Readers(servers, settings)
    this.writes = writes
    const replicas = this.#replicas = new Replicas(writes, this.#readers.run, settings)
    this.read = databaseOf(replicas.run)
    this.primary = databaseOf(this.#readers.run)
    const outdate = (): void => { replicas.outdate() }
    writes.beforeChanges = outdate
    this.writer = new PostgresWriter(servers, writes, settings, outdate)
    writes.whenOutdated = () => { this.writer.disconnect() }
    this.buckets = bucketsOver(this.#readers.run)
    this.claims = new PostgresClaims(this.writer, async (step) => await writeTurns.run(this.identity, step))
  }

  /**
   * Connects to a database; creates the schema if it is missing.
   *
   * @throws if it cannot be reached, or a newer version of Vitrine wrote it; NoCollectionError if it has no tables and
   * `mustExist` is set.
   */
  static async open (address: string, given: Partial<EngineSettings> = {}): Promise<PostgresEngine> {
    const settings = { ...DEFAULTS, ...given }
    const servers = new Servers(address)
    const client = await servers.open({ connectionTimeoutMillis: settings.wait })
      .catch((error: unknown) => { throw withCode(error) })
    const areIndexesMissing = await migrate(client, settings).then(async () => await areIndexesDeferred(client))
      .finally(async () => { await client.end().catch(() => {}) })
    const writes = new Announcements(servers, knownMigrations().length)
    await writes.listen().catch(async (error: unknown) => {
      await writes.close()
      throw withCode(error)
    })
    return new PostgresEngine(servers, writes, settings, areIndexesMissing)
  }

  stored (): undefined {}

  unseenNotice (): string {
    throw new Error('Only threads that have opened a file write over connections of their own.')
  }

  wroteElsewhere (): void {}

  async isAnyChangeDue (): Promise<boolean> {
    const { rows } = await this.#readers.run('SELECT EXISTS (SELECT 1 FROM change_queue)')
    return rows[0]![0] === 1
  }

  get problem (): string | undefined {
    if (this.writes.isOutdated) return OUTDATED
    return this.writes.isHearing ? undefined : 'The database cannot be reached.'
  }

  reader (): Database {
    return (this.writes.isCertain ? this.#replicas.database : this.#replicas.lastResort?.database) ?? this.read
  }

  requireNewest (): void {
    // Otherwise a replica has provided the data.
    if (this.#replicas.isPrimaryThere) this.#replicas.outdate()
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
      help: 'Seconds since the last check for commits of other processes; above 1 cached answers are not used',
      value: (performance.now() - certainSince) / 1000
    }]
  }

  /** Runs over the write connection, because it may take longer than a read may. */
  async refreshStatistics (): Promise<void> {
    await writeTurns.run(this.identity, async () => {
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
      database: databaseOf(forReads(runOver(client))),
      close: async () => {
        await client.query('COMMIT').then(() => { client.release() }, () => { client.release(true) })
      }
    }
  }

  async deferIndexes (): Promise<void> {
    this.areIndexesDeferred = await deferIndexes(this.servers)
  }

  async * buildIndexes (): AsyncGenerator<void> {
    await buildIndexes(this.servers)
    this.areIndexesDeferred = false
    yield
  }

  /** Closes all connections; may be called repeatedly. */
  async close (): Promise<void> {
    this.#closing ??= Promise.all([
      this.writes.close(), this.writer.close(), this.#replicas.close(), this.#readers.close()
    ])
    await this.#closing
  }
}
