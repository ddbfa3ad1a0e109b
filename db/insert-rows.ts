import type Sqlite from 'better-sqlite3'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './sqlite.js'

type Row = ReadonlyArray<string | number | null>

/** What is being inserted, for a virtual table to read. */
interface Source {
  readonly statement: Sqlite.Statement
  rows: Iterable<Row>
}

/** By connection, then by table and keys: making them takes longer than using them. */
const sources = new WeakMap<Sqlite.Database, Map<string, Source>>()

/**
 * Inserts rows, all of the same keys, in their order and as one statement. A full-text index costs a write to the disk
 * for every statement that touches it, and every statement its time, so thousands of rows at a time are several times as
 * fast as one by one. The database fetches them from here, through a virtual table: neither parameters nor JSON are as
 * quick.
 *
 * @param rows have no dates, buffers or columns of JSON.
 * @returns the id of the last row.
 */
export function insertRows<T extends SQLiteTable> ({ $client: driver }: Database, table: T, rows: ReadonlyArray<T['$inferInsert']>): number | undefined {
  if (rows.length === 0) return undefined
  const keys = Object.keys(rows[0]!)
  const source = sourceFor(driver, table, keys)
  source.rows = stored(rows as ReadonlyArray<Record<string, unknown>>, keys)
  return Number(source.statement.run().lastInsertRowid)
}

function * stored (rows: ReadonlyArray<Record<string, unknown>>, keys: readonly string[]): Generator<Row> {
  for (const row of rows) {
    yield keys.map((key) => {
      const value = row[key] as string | number | boolean | null | undefined
      return typeof value === 'boolean' ? Number(value) : value ?? null
    })
  }
}

function sourceFor (driver: Sqlite.Database, table: SQLiteTable, keys: readonly string[]): Source {
  let known = sources.get(driver)
  if (known === undefined) sources.set(driver, known = new Map())
  const identity = `${getTableName(table)} ${keys.join(' ')}`
  let source = known.get(identity)
  if (source === undefined) {
    const all = getTableColumns(table)
    known.set(identity, source = sourceOf(driver, getTableName(table), keys.map((key) => all[key]!.name), `given_${known.size}`))
  }
  return source
}

/** @param given what the virtual table is called. */
function sourceOf (driver: Sqlite.Database, table: string, columns: string[], given: string): Source {
  const names = columns.map((column) => `"${column}"`).join(', ')
  const rows = function * (): Generator<Row> { yield * source.rows }
  driver.table(given, { columns, rows: rows as () => Generator })
  const source: Source = { statement: driver.prepare(`INSERT INTO "${table}" (${names}) SELECT ${names} FROM ${given}`), rows: [] }
  return source
}
