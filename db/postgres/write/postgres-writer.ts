import { setTimeout as pause } from 'node:timers/promises'
import { getTableName } from 'drizzle-orm'
import pg from 'pg'
import { MAX_IDS } from '../../changes/queue.js'
import type { Database, Native } from '../../query/statements/database.js'
import type { Writer } from '../../engine/engine.js'
import { noticeOf, removableAt, UNKNOWN, writtenBy, type Written } from '../../changes/change-log.js'
import { CHANNEL, type Announcements } from '../connection/announcements.js'
import { optionsOf, pipelineOver, type Outcome, type Run } from '../connection/connections.js'
import { ConnectionError, endsConnection, OutdatedError, withCode } from '../connection/connection-error.js'
import { track, WRITING, WRITING_TABLES } from './migrate.js'
import { databaseOf } from '../query/postgres-database.js'
import { READ_NOTICES, type NoticeRow } from '../connection/read-notices.js'
import type { Servers } from '../connection/servers.js'
import { Statistics } from '../query/statistics.js'

/** Longer notices are read from the table: a PostgreSQL notification is limited to 8000 bytes. */
const MAX_ANNOUNCED_BYTES = 7000

/** Identifies the transaction, to query its outcome later; NULL if nothing was written. */
const TRANSACTION = 'pg_current_xact_id_if_assigned()::text'

/** `$3`: the text to announce after the position. */
const INSERT_NOTICE = `WITH note AS (
    INSERT INTO write_note (position, everything, ids)
    SELECT coalesce(max(position), 0) + 1, $1, $2 FROM write_note RETURNING position
  ) SELECT position, pg_notify('${CHANNEL}', position || $3) FROM note`

/** Statements that create, alter or drop tables, such as an application's own. */
const SCHEMA_CHANGE = /^\s*(?:create|alter|drop)\s/i

/** Timeouts in milliseconds for the response to a statement and to a commit. */
const STATEMENT_TIMEOUT_MS = 120_000
const COMMIT_TIMEOUT_MS = 20_000
/** Milliseconds to wait beyond the timeout that the server enforces. */
const EXTRA_WAIT_MS = 2000
/** After a commit without response: milliseconds to find out its outcome, and between attempts. */
const OUTCOME_TIMEOUT_MS = 8000
const RETRY_MS = 200

export interface WriterSettings {
  /** Milliseconds to wait for a connection. */
  readonly wait: number
  /** Milliseconds to wait for writes of others. */
  readonly timeout: number
}

/**
 * The write connection of this process to PostgreSQL, reopened after it was lost. Statements are pipelined: they are
 * sent without waiting for earlier responses, and a caller waits only for results that it needs.
 */
export class PostgresWriter implements Writer {
  readonly database: Database
  readonly #statistics = new Statistics()
  #client: pg.Client | undefined
  #run: Run | undefined
  #isInTransaction = false
  /** Id of the transaction, once all its writes are sent; null: it wrote nothing. */
  #transaction: string | null | undefined
  /** Statements without a waiting caller, since the beginning of the transaction or its newest savepoint. */
  #unawaited: Unawaited = { pending: 0, failure: undefined }
  #isSchemaChanged = false

  /** @param writes receives the changes of each commit. @param afterCommit called after each commit. */
  constructor (
    private readonly servers: Servers, private readonly writes: Announcements,
    private readonly settings: WriterSettings, private readonly afterCommit: () => void
  ) {
    const run: Run = async (...statement) => await this.statement(...statement)
    const database = databaseOf(run, async (...statement) => {
      // Awaited, so that the client learns which key contains the character.
      if (hasNul(statement[1])) return await run(...statement)
      this.#send(...statement)
      return NOTHING
    })
    const { $native } = database
    const insertRows: Native['insertRows'] = async (table, rows) => {
      this.#statistics.add(getTableName(table), rows.length)
      await $native.insertRows(table, rows)
    }
    const insertRow: Native['insertRow'] = async (table, row) => {
      this.#statistics.add(getTableName(table), 1)
      return await $native.insertRow(table, row)
    }
    this.database = Object.assign(database, { $native: { ...$native, insertRows, insertRow } })
  }

  get isInTransaction (): boolean {
    return this.#isInTransaction
  }

  /** Cached answers may be of a replica. */
  get isAsCached (): boolean {
    return false
  }

  async begin (isDurable: boolean): Promise<void> {
    const begin = `BEGIN; SELECT pg_advisory_xact_lock(${WRITING})${isDurable ? '' : '; SET LOCAL synchronous_commit = off'}`
    const timeout = this.settings.timeout + EXTRA_WAIT_MS
    for (let attempt = 1; ; attempt++) {
      const client = await this.connected()
      const known = this.writes.position
      try {
        const [, { rows }] = await Promise.all([
          client.query(within(timeout, begin)),
          client.query<NoticeRow & unknown[]>({
            ...within(timeout, READ_NOTICES), name: 'notes', values: [known], rowMode: 'array'
          })
        ])
        this.#isInTransaction = true
        this.#transaction = undefined
        this.#unawaited = { pending: 0, failure: undefined }
        this.#isSchemaChanged = false
        // No other process writes from now on, so all notices before the one of this transaction are known.
        this.writes.read(rows, known)
        if (this.writes.isOutdated) throw new OutdatedError()
        return
      } catch (thrown) {
        const error = withCode(thrown)
        if (endsConnection(error)) this.#drop(client)
        else await this.rollback()
        // Nothing was written yet, so a connection that was lost while idle is simply reopened.
        if (!endsConnection(error) || attempt === 2 || (error as { code?: string }).code === '57014') throw error
      }
    }
  }

  async #takeWritten (): Promise<Written> {
    this.#send('SELECT take_change_queue()', [], 'take_change_queue')
    this.#send('SELECT log_resource_changes($1)', [Math.floor(Date.now() / 1000)], 'log_resource_changes')
    if (this.#isSchemaChanged) return UNKNOWN
    const { rows } = await this.statement(
      `SELECT id, ${TRANSACTION} FROM (SELECT DISTINCT id FROM touched WHERE id IS NOT NULL LIMIT ${MAX_IDS + 1}) AS rows
        UNION ALL SELECT NULL, ${TRANSACTION}`, [], 'take_touched'
    )
    this.#check()
    this.#transaction = rows.pop()![1] as string | null
    return writtenBy(rows.map(([id]) => id as number))
  }

  async commit (shownOf = (written: Written): Written | undefined => written): Promise<void> {
    const written = shownOf(await this.#takeWritten())
    // Rows of a new table must make everything stale from the first one on.
    if (this.#isSchemaChanged) await track(await this.connected())
    this.#transaction ??= (await this.statement(`SELECT ${TRANSACTION}`, [], 'transaction')).rows[0]![0] as string | null
    this.#check()
    const client = this.#client
    if (client === undefined) throw lost()
    const noting = this.#writeNotice(written)
    const ending = client.query(within(COMMIT_TIMEOUT_MS, 'COMMIT'))
    const [noted, ended] = await Promise.allSettled([noting, ending])
    try {
      if (ended.status === 'rejected') {
        const error = withCode(ended.reason)
        if (!endsConnection(error)) throw error
        this.#drop(client)
        await this.#settle(this.#transaction, error)
      } else {
        this.#isInTransaction = false
        // After a failed statement, COMMIT rolls back and reports ROLLBACK.
        if (ended.value.command !== 'COMMIT') throw this.#causeOf(noted)
      }
    } finally {
      this.afterCommit()
    }
    if (noted.status === 'rejected') await this.writes.catchUp()
    else if (noted.value !== undefined) this.writes.add(noted.value, written!)
    // The commit is done; failing statistics must not fail the request.
    await this.#statistics.refresh(async (...statement) => await this.statement(...statement)).catch(() => {})
  }

  #causeOf (noted: PromiseSettledResult<unknown>): unknown {
    const { failure } = this.#unawaited
    if (failure !== undefined) return failure
    if (noted.status === 'rejected' && !isOfFailedTransaction(noted.reason)) return noted.reason
    return new Error('The transaction had failed, and nothing was written.')
  }

  /** Writes the commit notice. @returns its position; undefined if there is none. */
  async #writeNotice (written: Written | undefined): Promise<number | undefined> {
    if (written === undefined) return undefined
    const { everything, ids } = noticeOf(written)
    const announced = ids === null || ids.length < MAX_ANNOUNCED_BYTES ? ` ${everything} ${ids ?? ''}` : ''
    const noting = this.statement(INSERT_NOTICE, [everything, ids, announced], 'note')
    const last = removableAt(this.writes.position + 1)
    if (last !== undefined) {
      this.#send('DELETE FROM write_note WHERE position <= $1', [last])
      // Processes that have not read them yet treat everything as stale anyway, because notices are missing.
      this.#send('DELETE FROM foreign_write')
    }
    return (await noting).rows[0]![0] as number
  }

  /** Finds out whether a transaction was committed. @throws if it was not, or that remains unknown. */
  async #settle (transaction: string | null, error: unknown): Promise<void> {
    // The transaction wrote nothing, so its outcome does not matter.
    if (transaction === null) throw error
    const end = performance.now() + OUTCOME_TIMEOUT_MS
    while (performance.now() < end) {
      const outcome = await this.connected()
        .then(async () => (await this.statement('SELECT pg_xact_status($1::xid8)', [transaction])).rows[0]![0])
        .catch(() => undefined)
      if (outcome === 'committed') return
      if (outcome === 'aborted') throw error
      await pause(RETRY_MS)
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
    // Waits for pending statements, because failures since the savepoint must roll back only to it.
    if (this.#unawaited.pending > 0) await this.statement('RELEASE SAVEPOINT nested')
    else this.#send('RELEASE SAVEPOINT nested')
    this.#check()
  }

  async rollbackToSavepoint (): Promise<void> {
    this.#unawaited = { pending: 0, failure: undefined }
    this.#send('ROLLBACK TO SAVEPOINT nested')
    this.#send('RELEASE SAVEPOINT nested')
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

  /** Sends a statement without waiting for it. */
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

  /** @throws the error of a statement that was sent without waiting. */
  #check (): void {
    const { failure } = this.#unawaited
    if (failure !== undefined) throw failure
  }

  /** The connection; opened if there is none, between transactions. */
  async connected (): Promise<pg.Client> {
    if (this.writes.isOutdated) throw new OutdatedError()
    if (this.#client !== undefined) return this.#client
    const { wait, timeout } = this.settings
    const client = await this.servers.connect((address) => {
      const client = new pg.Client({
        ...optionsOf(address, wait), lock_timeout: timeout, statement_timeout: STATEMENT_TIMEOUT_MS, pipeline: true
      })
      return client.on('error', () => { this.#drop(client) }).on('end', () => { this.#drop(client) })
    }).catch((error: unknown) => { throw withCode(error) })
    try {
      await client.query(WRITING_TABLES)
    } catch (error) {
      client.end().catch(() => {})
      throw withCode(error)
    }
    this.#client = client
    this.#run = pipelineOver(client, STATEMENT_TIMEOUT_MS + EXTRA_WAIT_MS)
    return client
  }

  /** Whether a connection is still the current one. */
  isConnected (connection: pg.Client): boolean {
    return this.#client === connection
  }

  /** Closes the connection, which releases its claims to other processes. */
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

/** @param timeout milliseconds to wait for the response (`query_timeout` is missing in the driver's types). */
const within = (timeout: number, text: string): pg.QueryConfig => ({ text, query_timeout: timeout } as pg.QueryConfig)

/** Statements without a waiting caller. @param failure the first error, after which all others fail. */
interface Unawaited { pending: number, failure: unknown }

/** Whether parameters, or arrays among them, contain the character U+0000, which PostgreSQL rejects. */
const hasNul = (parameters: readonly unknown[] = []): boolean =>
  parameters.some((value) => Array.isArray(value) ? hasNul(value) : typeof value === 'string' && value.includes('\0'))

const NOTHING: Outcome = { rows: [], names: [], changes: 0 }

const isOfFailedTransaction = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === '25P02'

const lost = (): ConnectionError => new ConnectionError('The connection to the database was lost.')
