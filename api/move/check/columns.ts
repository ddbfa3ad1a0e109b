import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as tables from '../../../db/tables/index.js'
import type { FileCheck } from './file-check.js'

/** Limit for reported rows per column. */
const REPORTED_ROWS_MAX = 100

const ALL = Object.values(tables as Record<string, unknown>).filter((one): one is SQLiteTable => is(one, SQLiteTable))

/** Checks that columns match their types: JSON can be parsed, flags are 0 or 1. */
export const columnCheck: FileCheck = {
  name: 'columns',
  async * faults ({ snapshot: { driver } }) {
    for (const table of ALL) {
      const name = getTableName(table)
      for (const { name: column, dataType } of Object.values(getTableColumns(table))) {
        if (dataType !== 'json' && dataType !== 'boolean') continue
        const wrong = dataType === 'json' ? `NOT json_valid("${column}")` : `"${column}" NOT IN (0, 1)`
        const rows = driver.prepare(
          `SELECT rowid FROM "${name}" WHERE "${column}" IS NOT NULL AND ${wrong} LIMIT ${REPORTED_ROWS_MAX}`
        ).pluck().all() as number[]
        for (const id of rows) {
          const message = `${column} is not ${dataType === 'json' ? 'JSON' : 'true or false'}.`
          yield { kind: 'column', subject: `${name}/${id}`, message }
        }
      }
    }
  }
}
