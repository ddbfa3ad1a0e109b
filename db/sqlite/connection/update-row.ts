import type Sqlite from 'better-sqlite3'
import { getTableName } from 'drizzle-orm'
import type { Native } from '../../query/statements/database.js'
import { columnNames, stored, type Given } from './insert-rows.js'

export function updateRowIn (driver: Sqlite.Database): Native['updateRow'] {
  return async (table, id, columns) => {
    const keys = Object.keys(columns)
    const set = columnNames(table, keys).join('" = ?, "')
    driver.prepare(`UPDATE "${getTableName(table)}" SET "${set}" = ? WHERE "id" = ?`)
      .run(...stored(columns as Given, keys), id)
  }
}
