import pg from 'pg'
import { EVERYTHING } from '../change-log.js'
import { ANYTHING, MAX_IDS } from '../tracking.js'
import type { Database } from '../database.js'
import type { Writer } from '../engine.js'
import { noteOf, removableAt, type Written } from '../write-notes.js'
import { CHANNEL, type Announcements } from './announcements.js'
import { optionsOf, runOver } from './connections.js'
import { databaseOf } from './postgres-database.js'
import { notesAfter, type NoteRow } from './read-notes.js'
import type { Run } from './run.js'

/** Advisory lock of whoever writes: one transaction at a time, of all processes. */
export const WRITING = 7_202_117

/** Bytes of a note from which on it is not announced, but read: PostgreSQL announces up to 8000. */
const MAX_ANNOUNCED = 7000

/** `$3`: what is announced of it beside its position. */
const NOTE = `WITH note AS (
    INSERT INTO write_note (position, everything, ids)
    SELECT coalesce(max(position), 0) + 1, $1, $2 FROM write_note RETURNING position
  ) SELECT position, pg_notify('${CHANNEL}', position || $3) FROM note`

/** The connection to PostgreSQL over which this process writes. It is made anew when it was lost. */
export class PostgresWriter implements Writer {
  readonly database: Database
  readonly #address: string
  readonly #writes: Announcements
  #client: pg.Client | undefined
  #run: Run | undefined
  #isInTransaction = false

  /** @param writes learns what has been written. */
  constructor (address: string, writes: Announcements) {
    this.#address = address
    this.#writes = writes
    this.database = databaseOf(async (...statement) => await this.#statement(...statement), async () => undefined)
  }

  get isInTransaction (): boolean {
    return this.#isInTransaction
  }

  async begin (): Promise<void> {
    await this.#connect()
    this.#isInTransaction = true
    try {
      const known = this.#writes.position
      const text = `BEGIN; SELECT pg_advisory_xact_lock(${WRITING}); ${notesAfter(String(known))}`
      const results = await this.#client!.query({ text, rowMode: 'array' }) as unknown as pg.QueryArrayResult[]
      // Nobody else writes from now on, so that all notes before that of this transaction are known.
      this.#writes.read(results.at(-1)!.rows as unknown as NoteRow[], known)
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

  async commit (written: Written | undefined): Promise<void> {
    const position = written && await this.#note(written)
    const { command } = await this.#client!.query('COMMIT')
    this.#isInTransaction = false
    // After an error that nobody passed on, a commit rolls back and says so.
    if (command !== 'COMMIT') throw new Error('The transaction had failed, and nothing was written.')
    if (position !== undefined) this.#writes.add(position, written!)
  }

  async #note (written: Written): Promise<number> {
    const { everything, ids } = noteOf(written)
    const announced = ids === null || ids.length < MAX_ANNOUNCED ? ` ${everything} ${ids ?? ''}` : ''
    const { rows } = await this.#statement(NOTE, [everything, ids, announced], 'note')
    const position = rows[0]![0] as number
    const last = removableAt(position)
    if (last !== undefined) {
      await this.#statement('DELETE FROM write_note WHERE position <= $1', [last])
      // Those who do not know of them yet take everything as stale, as the others do, too.
      await this.#statement('DELETE FROM foreign_write')
    }
    return position
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
