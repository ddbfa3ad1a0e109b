import type pg from 'pg'
import type { Database } from '../../query/statements/database.js'
import type { ReplicaFigures, Replication } from '../../engine/engine.js'
import { databaseOf } from '../query/postgres-database.js'
import { clusterOf, type PrimaryPosition } from './primary-position.js'
import { Probe } from '../connection/probe.js'
import type { ReaderSettings } from './readers.js'
import { REPLAYED, ReplicaPool } from './replica-pool.js'
import type { Run } from '../connection/run.js'
import { hostsOf, Servers } from '../connection/servers.js'

const QUESTION = `SELECT pg_is_in_recovery(), (${REPLAYED}), current_setting('hot_standby_feedback') = 'on'`

/** Milliseconds between two looks at a replica that has come far enough. */
const INTERVAL = 500
/** The same at one that cannot be used. */
const RETRY = 1000
/** The same at one that is behind: at first, twice as long each time, and at most. */
const SOONEST = 1
const LATEST = 100

/** Milliseconds that a request which reads from a replica waits until that has seen a commit, before it leaves it. */
const PATIENCE = 100

/** What is wrong with a statement or its parameters (class of SQLSTATE), or took too long: it would be so anywhere. */
const OF_STATEMENT = /^(22|23|42|54|57014)/

/** What reads from a replica: Drizzle's way, and statements. */
export interface Handle { readonly database: Database, readonly run: Run }

/**
 * A replica, from which requests read as long as it has seen all that this process may know of: what is kept in memory
 * is never made of older data than it is stamped with. Whoever cannot go on reading from it reads from the primary,
 * which has seen more, until the end of the request.
 */
export class Replica {
  #position: number | undefined
  /** Why it is not used, as far as that is not its position. */
  #problem: string | undefined = 'not reached yet'
  #hasFeedback = false
  #pool: ReplicaPool | undefined
  #handle: Handle | undefined
  #reads = 0
  #attempts = 0
  #isLooking = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  readonly #waiting = new Set<() => void>()
  readonly #host: string
  readonly #server: Servers
  readonly #probe: Probe

  /** @param primary runs statements on the primary. */
  constructor (
    address: string, private readonly position: PrimaryPosition, private readonly primary: Run,
    private readonly settings: ReaderSettings & Required<Replication>
  ) {
    this.#host = hostsOf(address)
    this.#server = new Servers(address)
    this.#probe = new Probe(this.#server)
    this.look()
  }

  /** Whether it has seen all that this process may know of. */
  get #isCurrent (): boolean {
    const { required } = this.position
    return this.#pool !== undefined && this.#position !== undefined && required !== undefined &&
      this.#position >= required
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

  /** For the reads of one request; use it only while `isUsed`. */
  get handle (): Handle {
    this.#handle ??= this.#newHandle()
    return this.#handle
  }

  /** A connection on which one transaction may last long; undefined: the replica would end it, or is behind. */
  async connect (): Promise<pg.PoolClient | undefined> {
    if (!this.#hasFeedback || !this.isUsed) return undefined
    return await this.#pool!.connect().catch(() => undefined)
  }

  /** Looks at once how far it has come, and goes on looking. */
  look (): void {
    this.#attempts = 0
    if (this.#isLooking || this.#isClosed) return
    this.#isLooking = true
    clearTimeout(this.#timer)
    this.#lookNow().catch((error: unknown) => { this.#leave(error instanceof Error ? error.message : String(error)) })
      .finally(() => {
        this.#isLooking = false
        for (const wake of [...this.#waiting]) wake()
        if (!this.#isClosed) this.#timer = setTimeout(() => { this.#lookAgain() }, this.#pause()).unref()
      })
  }

  async close (): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const pool = this.#pool
    this.#pool = undefined
    await Promise.all([this.#probe.close(), pool?.close()])
  }

  #lookAgain (): void {
    const attempts = this.#attempts
    this.look()
    this.#attempts = attempts + 1
  }

  #pause (): number {
    if (this.#pool === undefined) return RETRY
    return this.#isCurrent ? INTERVAL : Math.min(SOONEST * 2 ** this.#attempts, LATEST)
  }

  async #lookNow (): Promise<void> {
    const [isReplica, position, hasFeedback] = await this.#probe.ask(QUESTION) as [number, number, number]
    if (isReplica === 0) {
      this.#leave('not a replica')
      return
    }
    if (this.#pool === undefined) {
      const [own, primary] = await Promise.all([clusterOf(this.#probe), this.position.cluster()])
      if (own !== undefined && primary !== undefined && own !== primary) {
        this.#leave('a replica of another primary')
        return
      }
      if (this.#isClosed) return
      const pool: ReplicaPool = this.#pool = new ReplicaPool(
        this.#server, this.settings, () => pool === this.#pool ? this.#position! : Infinity
      )
    }
    this.#position = position
    this.#hasFeedback = hasFeedback === 1
    this.#problem = undefined
  }

  /** Nobody reads from it until it has been looked at again; what is being read is read from the primary. */
  #leave (problem: string): void {
    this.#problem = problem
    this.#position = undefined
    this.#handle = undefined
    const pool = this.#pool
    this.#pool = undefined
    pool?.cut()
    for (const wake of [...this.#waiting]) wake()
  }

  #newHandle (): Handle {
    let isLeft = false
    const pool = this.#pool
    const run: Run = async (...statement) => {
      if (!isLeft && (this.#isCurrent || await this.#catchesUp()) && pool === this.#pool) {
        try {
          this.#reads++
          return await pool!.run(...statement)
        } catch (error) {
          if (OF_STATEMENT.test(codeOf(error))) throw error
        }
      }
      // For good: those who have read from the primary must not go back to what the replica has seen.
      isLeft = true
      if (this.#handle === handle) this.#handle = undefined
      return await this.primary(...statement)
    }
    const handle = { run, database: databaseOf(run) }
    return handle
  }

  /** Waits a little until it has come far enough. @returns whether it has. */
  async #catchesUp (): Promise<boolean> {
    if (this.#pool === undefined) return false
    return await new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve(this.#isCurrent)
      }
      const wake = (): void => { if (this.#isCurrent || this.#pool === undefined) end() }
      const timer = setTimeout(end, PATIENCE)
      this.#waiting.add(wake)
    })
  }
}

function codeOf (error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
