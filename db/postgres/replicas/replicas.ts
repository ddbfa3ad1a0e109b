import type pg from 'pg'
import type { Database } from '../../query/statements/database.js'
import type { Figure, ReplicaFigures, Replication } from '../../engine/engine.js'
import type { Announcements } from '../connection/announcements.js'
import { endsConnection } from '../connection/connection-error.js'
import { PrimaryPosition } from './primary-position.js'
import type { ReaderSettings } from './readers.js'
import { Replica, type Handle } from './replica.js'
import type { Run } from '../connection/connections.js'

/** The replicas of a primary. */
export class Replicas {
  readonly #position: PrimaryPosition
  readonly #replicas: readonly Replica[]
  #turn = 0
  readonly #onPrimary: Run

  /** @param onPrimary runs statements on the primary. */
  constructor (writes: Announcements, onPrimary: Run, settings: ReaderSettings & Required<Replication>) {
    this.#position = new PrimaryPosition(writes, () => { for (const replica of this.#replicas) replica.check() })
    this.#replicas = settings.replicas.map((address) => new Replica(address, this.#position, onPrimary, settings))
    this.#onPrimary = onPrimary
    this.outdate()
  }

  /** The next replica that may be read, in turn; undefined: none. */
  get database (): Database | undefined {
    return this.#next()?.handle.database
  }

  /** A replica to read from if the primary does not respond; while it does, it is more current. */
  get lastResort (): Handle | undefined {
    return this.isPrimaryThere ? undefined : this.#next()?.handle
  }

  /** Whether the primary answers; if there are no replicas, it does not matter. */
  get isPrimaryThere (): boolean {
    return this.#replicas.length === 0 || this.#position.isAnswered
  }

  /** Runs a read statement on the primary or, while that does not respond, on a replica. */
  readonly run: Run = async (...statement) => {
    const { lastResort } = this
    if (lastResort !== undefined) return await lastResort.run(...statement)
    try {
      return await this.#onPrimary(...statement)
    } catch (error) {
      // The primary may have become unavailable meanwhile.
      const other = endsConnection(error) ? this.lastResort : undefined
      if (other === undefined) throw error
      return await other.run(...statement)
    }
  }

  get all (): ReplicaFigures[] {
    return this.#replicas.map(({ figures }) => figures)
  }

  get figures (): Figure[] {
    return this.all.flatMap(({ host, isUsed, lag, reads }) => {
      const of = (name: string, help: string, value: number, isTotal = false): Figure => ({
        name: `replica_${name}`, help, labels: { replica: host }, value, isTotal
      })
      return [
        of('used', 'Whether requests read from the replica', Number(isUsed)),
        of('reads_total', 'Statements that were sent to the replica', reads, true),
        ...lag === undefined ? [] : [of('lag_seconds', 'For how long the replica has been behind the primary', lag)]
      ]
    })
  }

  /** Call it after each commit of this process, and before commits of others are processed. */
  outdate (): void {
    if (this.#replicas.length > 0) this.#position.outdate()
  }

  /** A connection to a replica for a long transaction; undefined: none. */
  async connect (): Promise<pg.PoolClient | undefined> {
    return await this.#next()?.connect()
  }

  async close (): Promise<void> {
    await Promise.all(this.#replicas.map(async (replica) => { await replica.close() }))
  }

  #next (): Replica | undefined {
    const used = this.#replicas.filter(({ isUsed }) => isUsed)
    return used[this.#turn++ % used.length]
  }
}
