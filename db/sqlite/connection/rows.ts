import type Sqlite from 'better-sqlite3'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Native } from '../../query/statements/database.js'

type Row = ReadonlyArray<string | number | null>
type Given = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The statements that insert into a table, and the rows to insert. */
interface Source {
  /** Inserts all of `rows`. */
  readonly all: Sqlite.Statement
  /** Inserts one row. */
  readonly one: Sqlite.Statement
  rows: Iterable<Row>
}

/** Cache by connection, then by table and columns, because preparing statements takes longer than running them. */
const sources = new WeakMap<Sqlite.Database, Map<string, Source>>()

/**
 * Inserts all rows with one statement. Each statement has a fixed cost, and full-text indexes write to the disk after
 * each, so this is several times as fast for thousands of rows. SQLite reads the rows through a virtual table, which
 * is faster than parameters or JSON.
 */
export function insertRowsInto (driver: Sqlite.Database): Native['insertRows'] {
  return async (table, rows) => {
    const given = rows as readonly Given[]
    const keys = Object.keys(given[0]!)
    const source = sourceFor(driver, table, keys)
    // A single row is faster without the virtual table.
    if (given.length === 1) {
      source.one.run(stored(given[0]!, keys))
      return
    }
    source.rows = storedRows(given, keys)
    source.all.run()
  }
}

export function insertRowInto (driver: Sqlite.Database): Native['insertRow'] {
  return async (table, row) => {
    const keys = Object.keys(row)
    return Number(sourceFor(driver, table, keys).one.run(stored(row as Given, keys)).lastInsertRowid)
  }
}

/** Names of columns in the database. @param keys their names in Drizzle. */
function columnNames (table: SQLiteTable, keys: readonly string[]): string[] {
  const all = getTableColumns(table)
  const names: string[] = []
  for (const key of keys) names.push(all[key]!.name)
  return names
}

function * storedRows (rows: readonly Given[], keys: readonly string[]): Generator<Row> {
  for (const row of rows) yield stored(row, keys)
}

/** Converts a row to the values that are stored. */
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
  if (source === undefined) {
    source = sourceOf(driver, getTableName(table), columnNames(table, keys), `given_${known.size}`)
    known.set(identity, source)
  }
  return source
}

/** @param given name of the virtual table. */
function sourceOf (driver: Sqlite.Database, table: string, columns: readonly string[], given: string): Source {
  const names = columns.map((column) => `"${column}"`).join(', ')
  const rows = function * (): Generator<Row> { yield * source.rows }
  driver.table(given, { columns: [...columns], rows: rows as () => Generator })
  const insert = `INSERT INTO "${table}" (${names})`
  const source: Source = {
    all: driver.prepare(`${insert} SELECT ${names} FROM ${given}`),
    one: driver.prepare(`${insert} VALUES (${columns.map(() => '?').join(', ')})`),
    rows: []
  }
  return source
}

export function updateRowIn (driver: Sqlite.Database): Native['updateRow'] {
  return async (table, id, columns) => {
    const keys = Object.keys(columns)
    const set = columnNames(table, keys).join('" = ?, "')
    driver.prepare(`UPDATE "${getTableName(table)}" SET "${set}" = ? WHERE "id" = ?`)
      .run(...stored(columns as Given, keys), id)
  }
}
