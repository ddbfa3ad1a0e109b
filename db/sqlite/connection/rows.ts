import type Sqlite from 'better-sqlite3'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Native } from '../../query/statements/database.js'

type Given = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Runs a statement for each row, which the connection compiles once: quicker than a long one with all parameters. */
export function rowsOf (driver: Sqlite.Database): Pick<Native, 'insertRows' | 'insertRow' | 'updateRow'> {
  const insertion = (table: SQLiteTable, keys: readonly string[]): Sqlite.Statement =>
    driver.prepare(`INSERT INTO "${getTableName(table)}" ("${columnNames(table, keys).join('", "')}")
      VALUES (${keys.map(() => '?').join(', ')})`)

  return {
    async insertRows (table, rows) {
      const keys = Object.keys(rows[0]!)
      const insert = insertion(table, keys)
      for (const row of rows) insert.run(stored(row as Given, keys))
    },
    async insertRow (table, row) {
      const keys = Object.keys(row)
      return Number(insertion(table, keys).run(stored(row as Given, keys)).lastInsertRowid)
    },
    async updateRow (table, id, columns) {
      const keys = Object.keys(columns)
      const set = columnNames(table, keys).join('" = ?, "')
      driver.prepare(`UPDATE "${getTableName(table)}" SET "${set}" = ? WHERE "id" = ?`)
        .run(...stored(columns as Given, keys), id)
    }
  }
}

/** Names of columns in the database. @param keys their names in Drizzle. */
function columnNames (table: SQLiteTable, keys: readonly string[]): string[] {
  const all = getTableColumns(table)
  return keys.map((key) => all[key]!.name)
}

/** Converts a row to the values that are stored. */
function stored (row: Given, keys: readonly string[]): Array<string | number | null> {
  return keys.map((key) => {
    const value = row[key]
    return typeof value === 'boolean' ? Number(value) : value ?? null
  })
}
