import { setTimeout as pause } from 'node:timers/promises'
import { getTableName } from 'drizzle-orm'
import pg from 'pg'
import { MAX_IDS, writtenBy } from '../../changes/tracking.js'
import type { Database, Native } from '../../query/statements/database.js'
import type { Writer } from '../../engine/engine.js'
import { noteOf, removableAt, UNKNOWN, type Written } from '../../changes/write-notes.js'
import { CHANNEL, type Announcements } from '../connection/announcements.js'
import { optionsOf, pipelineOver } from '../connection/connections.js'
import { ConnectionError, endsConnection, OutdatedError, withCode } from '../connection/connection-error.js'
import { track, WRITING } from './migrate.js'
import { databaseOf } from '../query/postgres-database.js'
import { notesAfter, type NoteRow } from '../connection/read-notes.js'
import type { Outcome, Run } from '../connection/run.js'
import type { Servers } from '../connection/servers.js'
import { Statistics } from '../query/statistics.js'

/** Bytes of a note from which on it is not announced, but read: PostgreSQL announces up to 8000. */
const MAX_ANNOUNCED = 7000

/** By which a transaction can be asked for afterwards; NULL when nothing was written. */
const TRANSACTION = 'pg_current_xact_id_if_assigned()::text'

/** `$3`: what is announced of it beside its position. */
const NOTE = `WITH note AS (
    INSERT INTO write_note (position, everything, ids)
    SELECT coalesce(max(position), 0) + 1, $1, $2 FROM write_note RETURNING position
  ) SELECT position, pg_notify('${CHANNEL}', position || $3) FROM note`

const NOTES = notesAfter('$1::bigint')

/** Statements that make, change or remove tables, such as an application's own. */
const SCHEMA_CHANGE = /^\s*(?:create|alter|drop)\s/i

/** Milliseconds after which an answer is waited for no longer: of a statement, and of a commit. */
const LONGEST_STATEMENT = 120_000
const LONGEST_COMMIT = 20_000
/** Milliseconds more than the server was given. */
const PATIENCE = 2000
/** Milliseconds in which it has to turn out whether a commit took place whose answer was lost, and between attempts. */
const LONGEST_DOUBT = 8000
const PAUSE = 200

export interface WriterSettings {
  /** Milliseconds to wait for a connection. */
  readonly wait: number
  /** Milliseconds to wait for the writes of others. */
  readonly timeout: number
}

/**
 * The connection to PostgreSQL over which this process writes. It is made anew when it was lost. Statements are sent
 * without waiting for the answers to those before: where nobody needs an answer, nothing waits for it.
 */
export class PostgresWriter implements Writer {
  readonly database: Database
  readonly #servers: Servers
  readonly #settings: WriterSettings
  readonly #writes: Announcements
  readonly #statistics = new Statistics()
  #client: pg.Client | undefined
  #run: Run | undefined
  #isInTransaction = false
  /** Of the transaction, as soon as all that it writes is sent; null: nothing. */
  #transaction: string | null | undefined
  /** Statements for which nobody has waited, of the transaction or since its newest savepoint. */
  #unawaited: Unawaited = { pending: 0, failure: undefined }
  #isSchemaChanged = false

  /** @param writes learns what has been written. @param afterCommit is called after each. */
  constructor (
    servers: Servers, writes: Announcements, settings: WriterSettings, private readonly afterCommit: () => void
  ) {
    this.#servers = servers
    this.#settings = settings
    this.#writes = writes
    const run: Run = async (...statement) => await this.statement(...statement)
    const database = databaseOf(run, async (...statement) => {
      // Whoever sent it is told in which key it is.
      if (hasNul(statement[1])) return await run(...statement)
      this.#send(...statement)
      return NOTHING
    })
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
      try {
        const [, { rows }] = await Promise.all([
          client.query(within(timeout, `BEGIN; SELECT pg_advisory_xact_lock(${WRITING})`)),
          client.query<NoteRow & unknown[]>({
            ...within(timeout, NOTES), name: 'notes', values: [known], rowMode: 'array'
          })
        ])
        this.#isInTransaction = true
        this.#transaction = undefined
        this.#unawaited = { pending: 0, failure: undefined }
        this.#isSchemaChanged = false
        // Nobody else writes from now on, so that all notes before that of this transaction are known.
        this.#writes.read(rows, known)
        if (this.#writes.isOutdated) throw new OutdatedError()
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
    this.#send('SELECT log_resource_changes($1)', [Math.floor(Date.now() / 1000)], 'log_resource_changes')
  }

  async takeWritten (): Promise<Written> {
    if (this.#isSchemaChanged) return UNKNOWN
    const { rows } = await this.statement(
      `SELECT id, ${TRANSACTION} FROM (SELECT DISTINCT id FROM touched WHERE id IS NOT NULL LIMIT ${MAX_IDS + 1}) AS rows
        UNION ALL SELECT NULL, ${TRANSACTION}`, [], 'take_touched'
    )
    this.#check()
    this.#transaction = rows.pop()![1] as string | null
    return writtenBy(rows.map(([id]) => id as number))
  }

  async commit (written: Written | undefined): Promise<void> {
    // From its first row on, what is written to a new table makes everything stale.
    if (this.#isSchemaChanged) await track(await this.connected())
    this.#transaction ??= (await this.statement(`SELECT ${TRANSACTION}`, [], 'transaction')).rows[0]![0] as string | null
    this.#check()
    const client = this.#client
    if (client === undefined) throw lost()
    const noting = this.#note(written)
    const ending = client.query(within(LONGEST_COMMIT, 'COMMIT'))
    const [noted, ended] = await Promise.allSettled([noting, ending])
    try {
      if (ended.status === 'rejected') {
        const error = withCode(ended.reason)
        if (!endsConnection(error)) throw error
        this.#drop(client)
        await this.#settle(this.#transaction, error)
      } else {
        this.#isInTransaction = false
        // After an error, a commit rolls back and says so.
        if (ended.value.command !== 'COMMIT') throw this.#causeOf(noted)
      }
    } finally {
      this.afterCommit()
    }
    if (noted.status === 'rejected') await this.#writes.catchUp()
    else if (noted.value !== undefined) this.#writes.add(noted.value, written!)
    // What was written is written, whatever becomes of this.
    await this.#statistics.refresh(async (...statement) => await this.statement(...statement)).catch(() => {})
  }

  #causeOf (noted: PromiseSettledResult<unknown>): unknown {
    const { failure } = this.#unawaited
    if (failure !== undefined) return failure
    if (noted.status === 'rejected' && !isOfFailedTransaction(noted.reason)) return noted.reason
    return new Error('The transaction had failed, and nothing was written.')
  }

  /** @returns the position of the note, if there is one. */
  async #note (written: Written | undefined): Promise<number | undefined> {
    if (written === undefined) return undefined
    const { everything, ids } = noteOf(written)
    const announced = ids === null || ids.length < MAX_ANNOUNCED ? ` ${everything} ${ids ?? ''}` : ''
    const noting = this.statement(NOTE, [everything, ids, announced], 'note')
    const last = removableAt(this.#writes.position + 1)
    if (last !== undefined) {
      this.#send('DELETE FROM write_note WHERE position <= $1', [last])
      // Those who do not know of them yet take everything as stale, as the others do, too.
      this.#send('DELETE FROM foreign_write')
    }
    return (await noting).rows[0]![0] as number
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
    this.#send('SAVEPOINT nested')
  }

  async release (): Promise<void> {
    // What failed since the savepoint is undone with it, and with nothing else.
    if (this.#unawaited.pending > 0) await this.statement('RELEASE SAVEPOINT nested')
    else this.#send('RELEASE SAVEPOINT nested')
    this.#check()
  }

  async rollbackToSavepoint (): Promise<void> {
    this.#unawaited = { pending: 0, failure: undefined }
    this.#send('ROLLBACK TO SAVEPOINT nested')
    this.#send('RELEASE SAVEPOINT nested')
  }

  touched (): undefined {
    return undefined
  }

  async track (isTracked: boolean): Promise<void> {
    await this.connected()
    this.#send(`SET vitrine.tracking = ${isTracked ? 'on' : 'off'}`)
  }

  async waitForDisk (isDurable: boolean): Promise<void> {
    await this.connected()
    this.#send(`SET synchronous_commit = ${isDurable ? 'on' : 'off'}`)
  }

  async close (): Promise<void> {
    await this.#client?.end()
    this.#client = undefined
  }

  async statement (...statement: Parameters<Run>): Promise<Outcome> {
    try {
      return await this.#perform(statement)
    } catch (error) {
      throw isOfFailedTransaction(error) ? this.#unawaited.failure ?? error : error
    }
  }

  /** Sends a statement for which nobody waits. */
  #send (...statement: Parameters<Run>): void {
    const unawaited = this.#unawaited
    unawaited.pending++
    const settle = (): void => { unawaited.pending-- }
    this.#perform(statement).then(settle, (error: unknown) => {
      unawaited.failure ??= error
      settle()
    })
  }

  async #perform (statement: Parameters<Run>): Promise<Outcome> {
    const client = this.#client
    if (client === undefined) throw lost()
    if (SCHEMA_CHANGE.test(statement[0])) this.#isSchemaChanged = true
    try {
      return await this.#run!(...statement)
    } catch (error) {
      if (endsConnection(error)) this.#drop(client)
      throw error
    }
  }

  /** @throws what a statement has failed by for which nobody has waited. */
  #check (): void {
    const { failure } = this.#unawaited
    if (failure !== undefined) throw failure
  }

  /** The connection; between transactions it is made if there is none. */
  async connected (): Promise<pg.Client> {
    if (this.#writes.isOutdated) throw new OutdatedError()
    if (this.#client !== undefined) return this.#client
    const { wait, timeout } = this.#settings
    const client = await this.#servers.connect((address) => {
      const client = new pg.Client({
        ...optionsOf(address, wait), lock_timeout: timeout, statement_timeout: LONGEST_STATEMENT, pipeline: true
      })
      return client.on('error', () => { this.#drop(client) }).on('end', () => { this.#drop(client) })
    }).catch((error: unknown) => { throw withCode(error) })
    try {
      await client.query('CREATE TEMP TABLE touched (id bigint) ON COMMIT DELETE ROWS')
    } catch (error) {
      client.end().catch(() => {})
      throw withCode(error)
    }
    this.#client = client
    this.#run = pipelineOver(client, LONGEST_STATEMENT + PATIENCE)
    return client
  }

  /** Whether a connection is still there. */
  isConnected (connection: pg.Client): boolean {
    return this.#client === connection
  }

  /** Loses its claims, so that other processes have them. */
  disconnect (): void {
    if (this.#client !== undefined) this.#drop(this.#client)
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

/** @param failure why one of them failed: then all others fail, too. */
interface Unawaited { pending: number, failure: unknown }

/** Whether parameters, or lists among them, have the character U+0000, which PostgreSQL refuses. */
const hasNul = (parameters: readonly unknown[] = []): boolean =>
  parameters.some((value) => Array.isArray(value) ? hasNul(value) : typeof value === 'string' && value.includes('\0'))

const NOTHING: Outcome = { rows: [], names: [], changes: 0 }

const isOfFailedTransaction = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === '25P02'

const lost = (): ConnectionError => new ConnectionError('The connection to the database was lost.')
