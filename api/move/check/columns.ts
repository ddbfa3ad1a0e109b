import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as tables from '../../../db/tables/index.js'
import type { FileCheck } from './file-check.js'

/** Maximal number of rows that are named for each column. */
const MOST = 100

const ALL = Object.values(tables as Record<string, unknown>).filter((one): one is SQLiteTable => is(one, SQLiteTable))

/** Columns hold what their type says: JSON documents can be read, flags are 0 or 1. */
export const columnCheck: FileCheck = {
  name: 'columns',
  async * faults ({ snapshot: { driver } }) {
    for (const table of ALL) {
      const name = getTableName(table)
      for (const { name: column, dataType } of Object.values(getTableColumns(table))) {
        if (dataType !== 'json' && dataType !== 'boolean') continue
        const wrong = dataType === 'json' ? `NOT json_valid("${column}")` : `"${column}" NOT IN (0, 1)`
        const rows = driver.prepare(
          `SELECT rowid FROM "${name}" WHERE "${column}" IS NOT NULL AND ${wrong} LIMIT ${MOST}`
        ).pluck().all() as number[]
        for (const id of rows) {
          const message = `${column} is not ${dataType === 'json' ? 'JSON' : 'true or false'}.`
          yield { kind: 'column', subject: `${name}/${id}`, message }
        }
      }
    }
  }
}
