import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../../query/statements/database.js'
import type { ReplicaFigures, Replication } from '../../engine/engine.js'
import { databaseOf } from '../query/postgres-database.js'
import type { PrimaryPosition } from './primary-position.js'
import { Readers, type ReaderSettings } from './readers.js'
import type { Run } from '../connection/connections.js'
import { hostsOf, Servers } from '../connection/servers.js'

/** Reads the position up to which a replica has replayed the log of its primary, in bytes. */
const REPLAYED = "SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')"

const STATE_QUERY = `SELECT pg_is_in_recovery(), (${REPLAYED}), current_setting('hot_standby_feedback') = 'on'`

/** Milliseconds between two checks of a replica that is current, lags, or is unavailable. */
const INTERVAL_MS = { current: 500, lagging: 10, unavailable: 1000 }

/** Milliseconds that a read waits for the replica to replay a commit before the request switches to the primary. */
const CATCH_UP_TIMEOUT_MS = 100

/** A connection for these checks, which thus never wait behind slow statements. */
const CHECKING: ReaderSettings = { connections: 1, wait: 2000, timeout: 2000 }

/** Errors of the statement itself (class of SQLSTATE) or timeouts, which would occur on any server. */
const STATEMENT_ERRORS = /^(22|23|42|54|57014)/

/** A handle that reads from a replica, by Drizzle or by statements. */
export interface Handle { readonly database: Database, readonly run: Run }

/**
 * A replica, from which requests read as long as it has replayed everything that this process may know, so that caches
 * are never filled with data older than their version. A request that cannot continue on it reads from the primary,
 * which is ahead, until its end.
 */
export class Replica {
  #position: number | undefined
  /** Why it is not used, if its position is not the reason. */
  #problem: string | undefined = 'not reached yet'
  #hasFeedback = false
  /** Valid as long as the server is not restarted or replaced. */
  #pool: Readers | undefined
  #handle: Handle | undefined
  #reads = 0
  #isChecking = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  readonly #host: string
  readonly #server: Servers
  readonly #checking: Readers

  /** @param primary runs statements on the primary. */
  constructor (
    address: string, private readonly position: PrimaryPosition, private readonly primary: Run,
    private readonly settings: ReaderSettings & Required<Replication>
  ) {
    this.#host = hostsOf(address)
    this.#server = new Servers(address)
    this.#checking = new Readers(this.#server, CHECKING)
    this.check()
  }

  /** Whether it has replayed everything that this process may know. */
  get #isCurrent (): boolean {
    const { required } = this.position
    return this.#position !== undefined && required !== undefined && this.#position >= required
  }

  get isUsed (): boolean {
    return this.#isCurrent && this.#lag! <= this.settings.replicaLag
  }

  get #lag (): number | undefined {
    return this.#position === undefined ? undefined : this.position.lagOf(this.#position)
  }

  get figures (): ReplicaFigures {
    const { isUsed } = this
    const reason = isUsed ? undefined : this.#problem ?? (this.position.isAnswered ? 'behind' : 'the primary does not answer')
    return { host: this.#host, isUsed, lag: this.#lag, reason, reads: this.#reads }
  }

  /** A handle for the reads of one request; use it only while `isUsed`. */
  get handle (): Handle {
    this.#handle ??= this.#newHandle()
    return this.#handle
  }

  /** A connection for a long transaction; undefined: the replica might cancel it, or lags. */
  async connect (): Promise<pg.PoolClient | undefined> {
    if (!this.#hasFeedback || !this.isUsed) return undefined
    return await this.#pool!.connect().catch(() => undefined)
  }

  /** Checks the position immediately, and continues to check it. */
  check (): void {
    if (this.#isChecking || this.#isClosed) return
    this.#isChecking = true
    clearTimeout(this.#timer)
    this.#checkNow().catch((error: unknown) => { this.#leave(error instanceof Error ? error.message : String(error)) })
      .finally(() => {
        this.#isChecking = false
        const interval = this.#pool === undefined ? 'unavailable' : this.#isCurrent ? 'current' : 'lagging'
        if (!this.#isClosed) this.#timer = setTimeout(() => { this.check() }, INTERVAL_MS[interval]).unref()
      })
  }

  async close (): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const pool = this.#pool
    this.#pool = undefined
    await Promise.all([this.#checking.close(), pool?.close()])
  }

  async #checkNow (): Promise<void> {
    const { rows: [state] } = await this.#checking.run(STATE_QUERY)
    const [isReplica, position, hasFeedback] = state as [number, number, number]
    if (isReplica === 0) {
      this.#leave('not a replica')
      return
    }
    if (this.#pool === undefined) {
      const [own, primary] = await Promise.all([this.#checking.run, this.primary].map(clusterOf))
      if (own !== undefined && primary !== undefined && own !== primary) {
        this.#leave('a replica of another primary')
        return
      }
      if (this.#isClosed) return
      const pool: Readers = this.#pool = new Readers(this.#server, this.settings, async (client) => {
        const known = pool === this.#pool ? this.#position! : Infinity
        const { rows: [row] } = await client.query<[number]>({ text: REPLAYED, rowMode: 'array' })
        if (row![0] < known) throw new Error('The replica was restarted from another state.')
      })
    }
    this.#position = position
    this.#hasFeedback = hasFeedback === 1
    this.#problem = undefined
  }

  /** Stops using the replica until the next successful check; pending reads continue on the primary. */
  #leave (problem: string): void {
    this.#problem = problem
    this.#position = undefined
    this.#handle = undefined
    const pool = this.#pool
    this.#pool = undefined
    pool?.closeNow()
  }

  #newHandle (): Handle {
    let isLeft = false
    const pool = this.#pool
    const run: Run = async (...statement) => {
      if (!isLeft && await this.#catchesUp() && pool === this.#pool) {
        try {
          this.#reads++
          return await pool!.run(...statement)
        } catch (error) {
          if (STATEMENT_ERRORS.test(codeOf(error))) throw error
        }
      }
      // Permanently: after a read from the primary, a request must not return to the older state of the replica.
      isLeft = true
      if (this.#handle === handle) this.#handle = undefined
      return await this.primary(...statement)
    }
    const handle = { run, database: databaseOf(run) }
    return handle
  }

  /** Waits a moment for the replica to become current. @returns whether it is. */
  async #catchesUp (): Promise<boolean> {
    const end = performance.now() + CATCH_UP_TIMEOUT_MS
    while (!this.#isCurrent && this.#pool !== undefined && performance.now() < end) await pause(INTERVAL_MS.lagging)
    return this.#isCurrent
  }
}

/** Identifier of a server's cluster, which a primary and its replicas share; undefined: the account may not read it. */
async function clusterOf (run: Run): Promise<unknown> {
  return await run('SELECT system_identifier::text FROM pg_control_system()').then(({ rows }) => rows[0]![0], () => undefined)
}

function codeOf (error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
