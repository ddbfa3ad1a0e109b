import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Figure } from '../../engine/figure.js'
import { asking, optionsOf, runOver } from '../connection/connections.js'
import { ConnectionError, endsConnection, withCode } from '../connection/connection-error.js'
import type { Outcome, Run } from '../connection/run.js'
import type { Servers } from '../connection/servers.js'

/** Milliseconds for which the answer to a statement is waited for after the server should have ended it. */
const PATIENCE = 2000
/** Milliseconds after which a connection that nobody uses is closed. */
const IDLE = 60_000
/** Milliseconds until a pool that is to be ended is looked at again. */
const PAUSE = 5
/** Times that a statement is run over another connection when one is lost: reads are safe to repeat. */
const REPEATS = 2

export interface ReaderSettings {
  /** Most connections. */
  readonly connections: number
  /** Milliseconds to wait for one. */
  readonly wait: number
  /** Milliseconds after which a statement is ended. */
  readonly timeout: number
}

/** The connections over which a process reads from one server. */
export class Readers {
  readonly #pool: pg.Pool
  readonly #timeout: number
  readonly #figures = { waits: 0, waited: 0, lost: 0 }
  readonly run: Run = async (...statement) => await this.#run(...statement)

  /** @param more settings of the pool. */
  constructor (private readonly servers: Servers, settings: ReaderSettings, more: pg.PoolConfig = {}) {
    const { connections, wait, timeout } = settings
    this.#timeout = timeout
    this.#pool = new pg.Pool({
      ...optionsOf(servers.current, wait),
      max: connections,
      idleTimeoutMillis: IDLE,
      statement_timeout: timeout,
      ...servers.count > 1 && atCurrent(servers),
      ...more
    })
    // Of connections that are lost: whoever runs a statement is told, and the pool makes another one.
    this.#pool.on('error', () => {}).on('connect', (client) => { client.on('error', () => {}) })
  }

  /** A connection for several statements, which may take as long as they do. */
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
        // That all connections are in use says nothing about the server.
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
      of('connections_idle', 'Those that nobody uses', idleCount),
      of('connections_awaited', 'Reads that wait for a connection', waitingCount),
      of('connection_waits_total', 'Reads that found no idle connection', waits, true),
      of('connection_wait_seconds_total', 'Seconds that they have waited for one', waited / 1000, true),
      of('connections_lost_total', 'Connections that were lost while they were used', lost, true)
    ]
  }

  async close (): Promise<void> {
    // The pool would forget those who wait for a connection.
    while (this.#pool.waitingCount > 0) await pause(PAUSE)
    await this.#pool.end()
  }

  async #run (...statement: Parameters<Run>): Promise<Outcome> {
    for (let attempt = 0; ; attempt++) {
      const client = await this.connect()
      try {
        const outcome = await asking(runOver(client, this.#timeout + PATIENCE))(...statement)
        client.release()
        return outcome
      } catch (error) {
        const isLost = endsConnection(error)
        client.release(isLost)
        if (!isLost) throw error
        this.#figures.lost++
        // What was waited for too long would be the next time, too.
        if (attempt === REPEATS || (error instanceof ConnectionError && error.code === '57014')) throw error
      }
    }
  }
}

/** New connections are made to the server that took writes last, and kept if it still does. */
function atCurrent (servers: Servers): pg.PoolConfig {
  class Client extends pg.Client {
    constructor (options?: pg.ClientConfig) {
      super({ ...options, connectionString: servers.current })
    }
  }
  return {
    Client: Client as never,
    verify (client, done) { servers.check(client).then(() => { done() }, done) }
  }
}
