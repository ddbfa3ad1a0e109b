import type Sqlite from 'better-sqlite3'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { Native } from '../database.js'
import { stored, type Given } from './insert-rows.js'

export function updateRowIn (driver: Sqlite.Database): Native['updateRow'] {
  return async (table, id, columns) => {
    const keys = Object.keys(columns)
    const all = getTableColumns(table)
    const set = keys.map((key) => `"${all[key]!.name}" = ?`).join(', ')
    driver.prepare(`UPDATE "${getTableName(table)}" SET ${set} WHERE "id" = ?`).run(...stored(columns as Given, keys), id)
  }
}
