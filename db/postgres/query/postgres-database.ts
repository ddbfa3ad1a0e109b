import { fillPlaceholders, getTableColumns, sql, type Query, type SQL } from 'drizzle-orm'
import {
  BaseSQLiteDatabase, SQLiteAsyncDialect, SQLiteSession, type SelectedFieldsOrdered, type SQLiteExecuteMethod
} from 'drizzle-orm/sqlite-core'
import { RemotePreparedQuery } from 'drizzle-orm/sqlite-proxy'
import type { Database, RunResult } from '../../query/statements/database.js'
import { rendering } from '../../query/statements/dialect.js'
import { fullTextOf } from './full-text.js'
import { insertRowBy, insertRowsBy, updateRowBy } from './insert-rows.js'
import { POSTGRES_DIALECT } from './postgres-dialect.js'
import { nameOf, type Outcome, type Run } from '../connection/connections.js'

/**
 * Drizzle's dialect of SQLite, which also builds the statements for PostgreSQL: tables and columns have equal names
 * there. POSTGRES_DIALECT has what differs.
 */
class PostgresDialect extends SQLiteAsyncDialect {
  /** Numbers get an explicit type. Otherwise PostgreSQL infers it from the context, or takes the number for text. */
  override escapeParam (at: number, value?: unknown): string {
    const type = typeof value !== 'number' ? '' : Number.isSafeInteger(value) ? '::bigint' : '::double precision'
    return `$${at + 1}${type}`
  }

  /** Writes DEFAULT for generated ids that are not given; Drizzle would write NULL, which PostgreSQL refuses there. */
  override buildInsertQuery (insert: Insert): SQL {
    if (insert.select === true) return super.buildInsertQuery(insert)
    const ids = Object.entries(getTableColumns(insert.table))
      .filter(([, column]) => column.primary && (column as { autoIncrement?: boolean }).autoIncrement === true)
      .map(([name]) => [name, sql`DEFAULT`])
    const values = (insert.values as Array<Record<string, SQL>>)
      .map((row) => ({ ...Object.fromEntries(ids) as object, ...row }))
    return super.buildInsertQuery({ ...insert, values } as Insert)
  }

  override sqlToQuery (sql: SQL, invokeSource?: 'indexes'): Query {
    rendering.dialect = POSTGRES_DIALECT
    return super.sqlToQuery(sql, invokeSource)
  }
}

type Insert = Parameters<SQLiteAsyncDialect['buildInsertQuery']>[0]

type Prepared = [
  query: Query, fields: SelectedFieldsOrdered | undefined, method: SQLiteExecuteMethod, isArray: boolean,
  mapper?: (rows: unknown[][]) => unknown
]

const NO_LOG = { logQuery () {} }

class PostgresSession extends SQLiteSession<'async', RunResult, Record<string, never>, Record<string, never>> {
  readonly #run: Run

  constructor (dialect: SQLiteAsyncDialect, run: Run) {
    super(dialect)
    this.#run = run
  }

  override prepareQuery (...query: Prepared): PostgresQuery {
    return new PostgresQuery(this.#run, true, ...query)
  }

  override prepareOneTimeQuery (...query: Prepared): PostgresQuery {
    return new PostgresQuery(this.#run, false, ...query)
  }

  override async transaction (): Promise<never> {
    throw new Error('Transactions are those of the store.')
  }
}

class PostgresQuery extends RemotePreparedQuery {
  readonly #run: Run
  readonly #name: string | undefined
  /** Whether rows are given as objects by the names of their columns. */
  readonly #givesObjects: boolean

  /** @param isReused whether it is run more than once, so that the server prepares it. */
  constructor (run: Run, isReused: boolean, ...[query, fields, method, isArray, mapper]: Prepared) {
    super(async (text, parameters, _method) => {
      const { rows } = await run(text, parameters, this.#name)
      return { rows: _method === 'get' ? rows[0] as unknown[] : rows }
    }, query, NO_LOG, undefined as never, undefined, undefined, fields, method, isArray, mapper)
    this.#run = run
    this.#name = isReused ? nameOf(query.sql) : undefined
    this.#givesObjects = fields === undefined && mapper === undefined
  }

  override async run (placeholders?: Record<string, unknown>): Promise<never> {
    return await this.#outcome(placeholders) as never
  }

  override async all (placeholders?: Record<string, unknown>): Promise<unknown> {
    return this.#givesObjects ? objectsOf(await this.#outcome(placeholders)) : await super.all(placeholders)
  }

  override async get (placeholders?: Record<string, unknown>): Promise<unknown> {
    return this.#givesObjects ? objectsOf(await this.#outcome(placeholders))[0] : await super.get(placeholders)
  }

  /** Runs the query directly: Drizzle would wrap errors, and callers need the codes of the original ones. */
  async queryWithCache<T> (_text: string, _parameters: unknown[], query: () => Promise<T>): Promise<T> {
    return await query()
  }

  async #outcome (placeholders: Record<string, unknown> = {}): Promise<Outcome> {
    const { sql: text, params } = this.getQuery()
    return await this.#run(text, fillPlaceholders(params, placeholders), this.#name)
  }
}

function objectsOf ({ rows, names }: Outcome): Array<Record<string, unknown>> {
  return rows.map((row) => Object.fromEntries(row.map((value, at) => [names[at]!, value])))
}

/**
 * Drizzle's handle of whatever runs statements.
 *
 * @param runLater runs statements whose results are not needed, perhaps without waiting for them.
 */
export function databaseOf (run: Run, runLater = run): Database {
  const dialect = new PostgresDialect()
  const database = new BaseSQLiteDatabase('async', dialect, new PostgresSession(dialect, run), undefined)
  return Object.assign(database, {
    $native: {
      insertRows: insertRowsBy(runLater),
      insertRow: insertRowBy(run),
      updateRow: updateRowBy(runLater),
      raiseLastId: async (table: string) => {
        await run(`INSERT INTO id_sequence (name, seq) SELECT $1, max(id) FROM "${table}"
          ON CONFLICT (name) DO UPDATE SET seq = excluded.seq`, [table])
      },
      // Triggers note every new row.
      noteAdded: async () => {},
      ...fullTextOf(run)
    }
  }) as unknown as Database
}
