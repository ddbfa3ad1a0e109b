import { setTimeout as pause } from 'node:timers/promises'
import { getTableName } from 'drizzle-orm'
import pg from 'pg'
import { MAX_IDS, writtenBy } from '../tracking.js'
import type { Database, Native } from '../database.js'
import type { Writer } from '../engine.js'
import { noteOf, removableAt, type Written } from '../write-notes.js'
import { CHANNEL, type Announcements } from './announcements.js'
import { optionsOf, runOver } from './connections.js'
import { ConnectionError, endsConnection, withCode } from './connection-error.js'
import { databaseOf } from './postgres-database.js'
import { notesAfter, type NoteRow } from './read-notes.js'
import type { Outcome, Run } from './run.js'
import { Statistics } from './statistics.js'

/** Advisory lock of whoever writes: one transaction at a time, of all processes. */
export const WRITING = 7_202_117

/** Bytes of a note from which on it is not announced, but read: PostgreSQL announces up to 8000. */
const MAX_ANNOUNCED = 7000

/** By which a transaction can be asked for afterwards; NULL when nothing was written. */
const TRANSACTION = 'pg_current_xact_id_if_assigned()::text'

/** `$3`: what is announced of it beside its position. */
const NOTE = `WITH note AS (
    INSERT INTO write_note (position, everything, ids)
    SELECT coalesce(max(position), 0) + 1, $1, $2 FROM write_note RETURNING position
  ) SELECT position, ${TRANSACTION}, pg_notify('${CHANNEL}', position || $3) FROM note`

/** Milliseconds after which an answer is waited for no longer: of a statement, and of a commit. */
const LONGEST_STATEMENT = 120_000
const LONGEST_COMMIT = 20_000
/** Milliseconds more than the server was given. */
const PATIENCE = 2000
/** Milliseconds in which it has to turn out whether a commit took place whose answer was lost, and between attempts. */
const LONGEST_DOUBT = 8000
const PAUSE = 200

/** A transaction that is about to be committed, and the position of its note if it has one. */
interface Noted { position: number | undefined, transaction: string | null }

export interface WriterSettings {
  /** Milliseconds to wait for a connection. */
  readonly wait: number
  /** Milliseconds to wait for the writes of others. */
  readonly timeout: number
}

/** The connection to PostgreSQL over which this process writes. It is made anew when it was lost. */
export class PostgresWriter implements Writer {
  readonly database: Database
  readonly #address: string
  readonly #settings: WriterSettings
  readonly #writes: Announcements
  readonly #statistics = new Statistics()
  #client: pg.Client | undefined
  #run: Run | undefined
  #isInTransaction = false

  /** @param writes learns what has been written. @param afterCommit is called after each. */
  constructor (
    address: string, writes: Announcements, settings: WriterSettings, private readonly afterCommit: () => void
  ) {
    this.#address = address
    this.#settings = settings
    this.#writes = writes
    const database = databaseOf(async (...statement) => await this.statement(...statement))
    const { $native } = database
    const insertRows: Native['insertRows'] = async (table, rows) => {
      this.#statistics.add(getTableName(table), rows.length)
      return await $native.insertRows(table, rows)
    }
    this.database = Object.assign(database, { $native: { ...$native, insertRows } })
  }

  get isInTransaction (): boolean {
    return this.#isInTransaction
  }

  async begin (): Promise<void> {
    const timeout = this.#settings.timeout + PATIENCE
    for (let attempt = 1; ; attempt++) {
      const client = await this.connected()
      const known = this.#writes.position
      const text = `BEGIN; SELECT pg_advisory_xact_lock(${WRITING}); ${notesAfter(String(known))}`
      try {
        const results = await client.query({ ...within(timeout, text), rowMode: 'array' })
        this.#isInTransaction = true
        // Nobody else writes from now on, so that all notes before that of this transaction are known.
        this.#writes.read((results as unknown as pg.QueryArrayResult[]).at(-1)!.rows as unknown as NoteRow[], known)
        return
      } catch (thrown) {
        const error = withCode(thrown)
        if (endsConnection(error)) this.#drop(client)
        else await this.rollback()
        // Nothing was written yet: a connection that was lost while nobody used it is made anew.
        if (!endsConnection(error) || attempt === 2 || (error as { code?: string }).code === '57014') throw error
      }
    }
  }

  async logResourceChanges (): Promise<void> {
    await this.statement('SELECT log_resource_changes($1)', [Math.floor(Date.now() / 1000)], 'log_resource_changes')
  }

  async takeWritten (): Promise<Written> {
    const { rows } = await this.statement(
      `SELECT DISTINCT id FROM touched WHERE id IS NOT NULL LIMIT ${MAX_IDS + 1}`, [], 'take_touched'
    )
    return writtenBy(rows.map(([id]) => id as number))
  }

  async commit (written: Written | undefined): Promise<void> {
    const { position, transaction } = written === undefined ? await this.#unnoted() : await this.#note(written)
    const client = this.#client
    if (client === undefined) throw lost()
    let command = 'COMMIT'
    try {
      ({ command } = await client.query(within(LONGEST_COMMIT, 'COMMIT')))
      this.#isInTransaction = false
    } catch (thrown) {
      const error = withCode(thrown)
      if (!endsConnection(error)) throw error
      this.#drop(client)
      await this.#settle(transaction, error)
    } finally {
      this.afterCommit()
    }
    // After an error that nobody passed on, a commit rolls back and says so.
    if (command !== 'COMMIT') throw new Error('The transaction had failed, and nothing was written.')
    if (position !== undefined) this.#writes.add(position, written!)
    // What was written is written, whatever becomes of this.
    await this.#statistics.refresh(async (...statement) => await this.statement(...statement)).catch(() => {})
  }

  async #unnoted (): Promise<Noted> {
    const { rows } = await this.statement(`SELECT ${TRANSACTION}`, [], 'transaction')
    return { position: undefined, transaction: rows[0]![0] as string | null }
  }

  async #note (written: Written): Promise<Noted> {
    const { everything, ids } = noteOf(written)
    const announced = ids === null || ids.length < MAX_ANNOUNCED ? ` ${everything} ${ids ?? ''}` : ''
    const { rows } = await this.statement(NOTE, [everything, ids, announced], 'note')
    const [position, transaction] = rows[0] as [number, string]
    const last = removableAt(position)
    if (last !== undefined) {
      await this.statement('DELETE FROM write_note WHERE position <= $1', [last])
      // Those who do not know of them yet take everything as stale, as the others do, too.
      await this.statement('DELETE FROM foreign_write')
    }
    return { position, transaction }
  }

  /** Returns when a transaction was committed after all, and throws when it was not, or that does not turn out. */
  async #settle (transaction: string | null, error: unknown): Promise<void> {
    // Nothing was written, so nothing is lost.
    if (transaction === null) throw error
    const end = performance.now() + LONGEST_DOUBT
    while (performance.now() < end) {
      const outcome = await this.connected()
        .then(async () => (await this.statement('SELECT pg_xact_status($1::xid8)', [transaction])).rows[0]![0])
        .catch(() => undefined)
      if (outcome === 'committed') return
      if (outcome === 'aborted') throw error
      await pause(PAUSE)
    }
    throw new ConnectionError(
      'The connection to the database was lost while changes were stored, and whether they were is not known.', '08007',
      error
    )
  }

  async rollback (): Promise<void> {
    this.#isInTransaction = false
    const client = this.#client
    await this.statement('ROLLBACK').catch(() => { if (client !== undefined) this.#drop(client) })
  }

  async savepoint (): Promise<void> {
    await this.statement('SAVEPOINT nested')
  }

  async release (): Promise<void> {
    await this.statement('RELEASE SAVEPOINT nested')
  }

  async rollbackToSavepoint (): Promise<void> {
    await this.statement('ROLLBACK TO SAVEPOINT nested')
    await this.statement('RELEASE SAVEPOINT nested')
  }

  isUntouched (): boolean {
    return false
  }

  async track (isTracked: boolean): Promise<void> {
    await this.connected()
    await this.statement(`SET vitrine.tracking = ${isTracked ? 'on' : 'off'}`)
  }

  async waitForDisk (isDurable: boolean): Promise<void> {
    await this.connected()
    await this.statement(`SET synchronous_commit = ${isDurable ? 'on' : 'off'}`)
  }

  async close (): Promise<void> {
    await this.#client?.end()
    this.#client = undefined
  }

  async statement (...statement: Parameters<Run>): Promise<Outcome> {
    const client = this.#client
    if (client === undefined) throw lost()
    try {
      return await this.#run!(...statement)
    } catch (error) {
      if (endsConnection(error)) this.#drop(client)
      throw error
    }
  }

  /** The connection; between transactions it is made if there is none. */
  async connected (): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client
    const { wait, timeout } = this.#settings
    const client = new pg.Client({
      ...optionsOf(this.#address, wait), lock_timeout: timeout, statement_timeout: LONGEST_STATEMENT
    })
    client.on('error', () => { this.#drop(client) }).on('end', () => { this.#drop(client) })
    try {
      await client.connect()
      await client.query('CREATE TEMP TABLE touched (id bigint) ON COMMIT DELETE ROWS')
    } catch (error) {
      client.end().catch(() => {})
      throw withCode(error)
    }
    this.#client = client
    this.#run = runOver(client, LONGEST_STATEMENT + PATIENCE)
    return client
  }

  /** Whether a connection is still there. */
  isConnected (connection: pg.Client): boolean {
    return this.#client === connection
  }

  #drop (client: pg.Client): void {
    if (client !== this.#client) return
    this.#client = undefined
    this.#run = undefined
    this.#isInTransaction = false
    client.end().catch(() => {})
  }
}

/** @param timeout milliseconds to wait for the answer, which the types of the driver do not know. */
const within = (timeout: number, text: string): pg.QueryConfig => ({ text, query_timeout: timeout } as pg.QueryConfig)

const lost = (): ConnectionError => new ConnectionError('The connection to the database was lost.')
