import type Sqlite from 'better-sqlite3'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './sqlite.js'

type Row = ReadonlyArray<string | number | null>
type Given = Readonly<Record<string, string | number | boolean | null | undefined>>

/** What is being inserted, for a virtual table to read. */
interface Source {
  /** Inserts all that `rows` has. */
  readonly all: Sqlite.Statement
  /** Inserts one row. */
  readonly one: Sqlite.Statement
  rows: readonly Given[]
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
  const given = rows as readonly Given[]
  const keys = Object.keys(given[0]!)
  const source = sourceFor(driver, table, keys)
  // A virtual table is only worth its while for several.
  if (given.length === 1) return Number(source.one.run(stored(given[0]!, keys)).lastInsertRowid)
  source.rows = given
  return Number(source.all.run().lastInsertRowid)
}

function stored (row: Given, keys: readonly string[]): Row {
  const values: Array<string | number | null> = []
  for (const key of keys) {
    const value = row[key]
    values.push(typeof value === 'boolean' ? Number(value) : value ?? null)
  }
  return values
}

function sourceFor (driver: Sqlite.Database, table: SQLiteTable, keys: readonly string[]): Source {
  let known = sources.get(driver)
  if (known === undefined) sources.set(driver, known = new Map())
  const identity = `${getTableName(table)} ${keys.join(' ')}`
  let source = known.get(identity)
  if (source === undefined) known.set(identity, source = sourceOf(driver, table, keys, `given_${known.size}`))
  return source
}

/** @param given what the virtual table is called. */
function sourceOf (driver: Sqlite.Database, table: SQLiteTable, keys: readonly string[], given: string): Source {
  const all = getTableColumns(table)
  const columns = keys.map((key) => all[key]!.name)
  const names = columns.map((column) => `"${column}"`).join(', ')
  const rows = function * (): Generator<Row> { for (const row of source.rows) yield stored(row, keys) }
  driver.table(given, { columns, rows: rows as () => Generator })
  const insert = `INSERT INTO "${getTableName(table)}" (${names})`
  const source: Source = {
    all: driver.prepare(`${insert} SELECT ${names} FROM ${given}`),
    one: driver.prepare(`${insert} VALUES (${columns.map(() => '?').join(', ')})`),
    rows: []
  }
  return source
}
