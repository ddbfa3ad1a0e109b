import { getTableColumns, sql } from 'drizzle-orm'
import { COPIED_TABLES } from '../../../db/engine/copy/copied-tables.js'
import { expectedSchema, schemaOf, type SchemaObject } from '../../../db/sqlite/copy/schema.js'
import type { Database } from '../../../db/query/statements/database.js'
import type { FileCheck } from './file-check.js'

/**
 * Checks that the tables, indexes and triggers equal what the migrations create. Additional ones are allowed.
 */
export const schemaCheck: FileCheck = {
  name: 'tables, indexes and triggers',
  async * faults ({ snapshot }) {
    const present = new Map(schemaOf(snapshot).map((object) => [object.name, object]))
    for (const expected of expectedSchema()) {
      const { type, name } = expected
      const found = present.get(name)
      if (found !== undefined && sameText(found.sql, expected.sql)) continue
      const message = `The ${type} is ${found === undefined ? 'missing' : 'not the one that belongs there'}.`
      const repair = async (database: Database): Promise<void> => { await replace(database, expected) }
      yield { kind: 'schema', subject: name, message, ...(type !== 'table' && { repair }) }
    }
  }
}

async function replace (database: Database, { type, name, sql: statement }: SchemaObject): Promise<void> {
  // DROP even when it is missing: it makes the connection reload its cached schema.
  await database.run(sql.raw(`DROP ${type} IF EXISTS "${name}"`))
  await database.run(sql.raw(statement))
}

const sameText = (one: string, other: string): boolean => one.replaceAll(/\s+/g, ' ') === other.replaceAll(/\s+/g, ' ')

/** Limit for reported rows per column. */
const REPORTED_ROWS_MAX = 100

/** Checks that columns match their types: JSON can be parsed, flags are 0 or 1. */
export const columnCheck: FileCheck = {
  name: 'columns',
  async * faults ({ snapshot: { driver } }) {
    for (const { name, table } of COPIED_TABLES) {
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
