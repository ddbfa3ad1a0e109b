import pg from 'pg'
import { EVERYTHING, type Touched } from '../change-log.js'
import { ANYTHING, MAX_IDS } from '../tracking.js'
import type { Database } from '../database.js'
import type { Writer, Written } from '../engine.js'
import { optionsOf, runOver } from './connections.js'
import { databaseOf } from './postgres-database.js'
import type { Run } from './run.js'

/** Advisory lock of whoever writes: one transaction at a time, of all processes. */
export const WRITING = 7_202_117

/** The channel on which commits are announced. */
export const CHANNEL = 'vitrine'

/** The connection to PostgreSQL over which this process writes. It is made anew when it was lost. */
export class PostgresWriter implements Writer {
  readonly database: Database
  readonly #address: string
  readonly #node: string
  #client: pg.Client | undefined
  #run: Run | undefined
  #isInTransaction = false

  /** @param node names this process in announcements. */
  constructor (address: string, node: string) {
    this.#address = address
    this.#node = node
    this.database = databaseOf(async (...statement) => await this.#statement(...statement), async () => undefined)
  }

  get isInTransaction (): boolean {
    return this.#isInTransaction
  }

  async begin (): Promise<void> {
    await this.#connect()
    this.#isInTransaction = true
    try {
      await this.#client!.query(`BEGIN; SELECT pg_advisory_xact_lock(${WRITING})`)
    } catch (error) {
      this.#isInTransaction = false
      this.#drop()
      throw error
    }
  }

  async logResourceChanges (): Promise<void> {
    await this.#statement('SELECT log_resource_changes($1)', [Math.floor(Date.now() / 1000)], 'log_resource_changes')
  }

  async takeWritten (): Promise<Written> {
    const { rows } = await this.#statement(
      `SELECT DISTINCT id FROM touched WHERE id IS NOT NULL LIMIT ${MAX_IDS + 1}`, [], 'take_touched'
    )
    if (rows.length > MAX_IDS) return { touched: EVERYTHING, rows: undefined }
    const ids = rows.map(([id]) => id as number)
    return { touched: ids.includes(ANYTHING) ? EVERYTHING : ids, rows: ids }
  }

  async commit (touched: Touched | undefined): Promise<void> {
    if (touched !== undefined) await this.#statement('SELECT pg_notify($1, $2)', [CHANNEL, this.#node], 'announce')
    const { command } = await this.#client!.query('COMMIT')
    this.#isInTransaction = false
    // After an error that nobody passed on, a commit rolls back and says so.
    if (command !== 'COMMIT') throw new Error('The transaction had failed, and nothing was written.')
  }

  async rollback (): Promise<void> {
    this.#isInTransaction = false
    await this.#statement('ROLLBACK').catch(() => { this.#drop() })
  }

  async savepoint (): Promise<void> {
    await this.#statement('SAVEPOINT nested')
  }

  async release (): Promise<void> {
    await this.#statement('RELEASE SAVEPOINT nested')
  }

  async rollbackToSavepoint (): Promise<void> {
    await this.#statement('ROLLBACK TO SAVEPOINT nested')
    await this.#statement('RELEASE SAVEPOINT nested')
  }

  isUntouched (): boolean {
    return false
  }

  async track (isTracked: boolean): Promise<void> {
    await this.#connect()
    await this.#statement(`SET vitrine.tracking = ${isTracked ? 'on' : 'off'}`)
  }

  async waitForDisk (isDurable: boolean): Promise<void> {
    await this.#connect()
    await this.#statement(`SET synchronous_commit = ${isDurable ? 'on' : 'off'}`)
  }

  async close (): Promise<void> {
    await this.#client?.end()
    this.#client = undefined
  }

  async #statement (...statement: Parameters<Run>) {
    if (this.#run === undefined) throw new Error('The connection to the database was lost.')
    return await this.#run(...statement)
  }

  async #connect (): Promise<void> {
    if (this.#client !== undefined) return
    const client = new pg.Client(optionsOf(this.#address))
    client.on('error', () => { if (this.#client === client) this.#drop() })
    await client.connect()
    await client.query('CREATE TEMP TABLE touched (id bigint) ON COMMIT DELETE ROWS')
    this.#client = client
    this.#run = runOver(client)
  }

  #drop (): void {
    const client = this.#client
    this.#client = undefined
    this.#run = undefined
    this.#isInTransaction = false
    client?.end().catch(() => {})
  }
}
