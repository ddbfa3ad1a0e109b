import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Figure } from '../../engine/engine.js'
import { forReads, optionsOf, runOver, type Outcome, type Run } from '../connection/connections.js'
import { ConnectionError, endsConnection, withCode } from '../connection/connection-error.js'
import type { Servers } from '../connection/servers.js'

/** Milliseconds to wait for a response after the server should have cancelled the statement. */
const EXTRA_WAIT_MS = 2000
/** Milliseconds after which an idle connection is closed. */
const IDLE_TIMEOUT_MS = 60_000
/** Milliseconds between checks whether a pool that is closing still has waiting reads. */
const PAUSE_MS = 5
/** Number of repetitions of a statement over another connection after one is lost: reads are safe to repeat. */
const MAX_REPEATS = 2

export interface ReaderSettings {
  /** Maximum number of connections. */
  readonly connections: number
  /** Milliseconds to wait for a free connection. */
  readonly wait: number
  /** Milliseconds after which a statement is cancelled. */
  readonly timeout: number
}

/** The connections over which a process reads from one server. */
export class Readers {
  readonly #pool: pg.Pool
  readonly #timeout: number
  readonly #figures = { waits: 0, waited: 0, lost: 0 }
  /** Those that are open or being opened. */
  readonly #clients = new Set<pg.Client>()
  readonly run: Run = async (...statement) => await this.#run(...statement)

  /** @param verify checks a new connection: by default, that the server still accepts writes. */
  constructor (
    private readonly servers: Servers, { connections, wait, timeout }: ReaderSettings,
    verify = async (client: pg.ClientBase): Promise<void> => { await servers.check(client) }
  ) {
    this.#timeout = timeout
    const clients = this.#clients
    /** Connects to the server that last accepted writes. */
    class Client extends pg.Client {
      constructor (options?: pg.ClientConfig) {
        super({ ...options, connectionString: servers.current })
        clients.add(this)
        this.once('end', () => { clients.delete(this) })
      }
    }
    this.#pool = new pg.Pool({
      ...optionsOf(servers.current, wait),
      max: connections,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      statement_timeout: timeout,
      Client: Client as never,
      verify (client, done) { verify(client).then(() => { done() }, done) }
    })
    // Lost connections: the running statement fails, and the pool makes a new one.
    this.#pool.on('error', () => {}).on('connect', (client) => { client.on('error', () => {}) })
  }

  /** A connection for several statements, without a time limit. */
  async connect (): Promise<pg.PoolClient> {
    const begin = this.#pool.idleCount === 0 ? performance.now() : undefined
    try {
      return await this.#connectToCurrent()
    } finally {
      if (begin !== undefined) {
        this.#figures.waits++
        this.#figures.waited += performance.now() - begin
      }
    }
  }

  async #connectToCurrent (): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt++) {
      const { current } = this.servers
      try {
        return await this.#pool.connect()
      } catch (thrown) {
        const error = withCode(thrown)
        // If all connections are in use, the server may still be available.
        const isAway = endsConnection(error) && (error as ConnectionError).code !== '53300'
        if (isAway) this.servers.leave(current)
        if (!isAway || attempt >= this.servers.count) throw error
      }
    }
  }

  get figures (): Figure[] {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    const { waits, waited, lost } = this.#figures
    const of = (name: string, help: string, value: number, isTotal = false): Figure => ({
      name: `database_${name}`, help, value, isTotal
    })
    return [
      of('connections_limit', 'Most connections over which this process reads', options.max),
      of('connections', 'Connections over which this process can read', totalCount),
      of('connections_idle', 'Those that are not used', idleCount),
      of('connections_awaited', 'Reads that wait for a connection', waitingCount),
      of('connection_waits_total', 'Reads that found no idle connection', waits, true),
      of('connection_wait_seconds_total', 'Seconds that they have waited for one', waited / 1000, true),
      of('connections_lost_total', 'Connections that were lost while they were used', lost, true)
    ]
  }

  async close (): Promise<void> {
    // `end` would drop reads that wait for a connection.
    while (this.#pool.waitingCount > 0) await pause(PAUSE_MS)
    await this.#pool.end()
  }

  /** Closes all connections immediately; running statements fail. */
  closeNow (): void {
    this.close().catch(() => {})
    // The driver's types lack `connection`. Even if the server does not respond, pending queries fail at once.
    for (const client of this.#clients) {
      (client as unknown as { connection: { stream: { destroy (): void } } }).connection.stream.destroy()
    }
  }

  async #run (...statement: Parameters<Run>): Promise<Outcome> {
    for (let attempt = 0; ; attempt++) {
      const client = await this.connect()
      try {
        const outcome = await forReads(runOver(client, this.#timeout + EXTRA_WAIT_MS))(...statement)
        client.release()
        return outcome
      } catch (error) {
        const isLost = endsConnection(error)
        client.release(isLost)
        if (!isLost) throw error
        this.#figures.lost++
        // A statement that timed out would do so again.
        if (attempt === MAX_REPEATS || (error instanceof ConnectionError && error.code === '57014')) throw error
      }
    }
  }
}
