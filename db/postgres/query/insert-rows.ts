import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Native } from '../../query/statements/database.js'
import { nameOf, type Run } from '../connection/connections.js'

/** PostgreSQL's types for SQLite's. */
const TYPES: Readonly<Record<string, string>> = { integer: 'bigint', real: 'double precision', text: 'text' }

/** Inserts rows. @param runLater runs statements of which no caller needs the result. */
export function insertRowsBy (runLater: Run): Native['insertRows'] {
  return async (table, rows) => {
    const { text, parameters } = insertionOf(table, rows)
    await runLater(text, parameters, nameOf(text))
  }
}

export function insertRowBy (run: Run): Native['insertRow'] {
  return async (table, row) => {
    const { text, parameters } = insertionOf(table, [row])
    const returning = `${text} RETURNING id`
    const { rows } = await run(returning, parameters, nameOf(returning))
    return rows[0]![0] as number
  }
}

/** Gives the rows as one array per column. Ids ascend in the order of the rows. */
function insertionOf (table: SQLiteTable, rows: readonly unknown[]): { text: string, parameters: unknown[] } {
  const given = rows as ReadonlyArray<Readonly<Record<string, unknown>>>
  const all = getTableColumns(table) as Record<string, SQLiteColumn>
  const keys = Object.keys(given[0]!)
  const columns = keys.map((key) => all[key]!)
  const names = columns.map(({ name }) => `"${name}"`)
  const arrays = columns.map((column, at) => `$${at + 1}::${TYPES[column.getSQLType()] ?? 'text'}[]`).join(', ')
  const tableName = getTableName(table)
  const parameters: unknown[] = keys.map((key) => given.map((row) => stored(row[key])))
  const isNumbered = (all.id as { autoIncrement?: boolean } | undefined)?.autoIncrement === true && !keys.includes('id')
  if (isNumbered) parameters.push(given.length)
  const text = `INSERT INTO "${tableName}" (${[...(isNumbered ? ['id'] : []), ...names].join(', ')})
    SELECT ${[...(isNumbered ? ['before + place'] : []), ...names].join(', ')}
    FROM unnest(${arrays}) WITH ORDINALITY AS given (${names.join(', ')}, place)
    ${isNumbered ? `, reserve_ids('${tableName}', $${parameters.length}::bigint) AS before` : ''} ORDER BY place`
  return { text, parameters }
}

/** Updates columns of the row with an id. */
export function updateRowBy (runLater: Run): Native['updateRow'] {
  return async (table, id, columns) => {
    const all = getTableColumns(table) as Record<string, SQLiteColumn>
    const set = Object.keys(columns).map((key, at) => `"${all[key]!.name}" = $${at + 2}`).join(', ')
    const text = `UPDATE "${getTableName(table)}" SET ${set} WHERE id = $1`
    await runLater(text, [id, ...Object.values(columns).map(stored)], nameOf(text))
  }
}

function stored (value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value ?? null
}
