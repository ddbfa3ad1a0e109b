import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Native } from '../../query/statements/database.js'
import { nameOf, type Run } from '../connection/connections.js'

/** PostgreSQL's types for SQLite's. */
const TYPES: Readonly<Record<string, string>> = { integer: 'bigint', real: 'double precision', text: 'text' }

/**
 * Sends the rows as one array per column. Ids ascend in the order of the rows.
 *
 * @param runLater runs statements of which no caller needs the result.
 */
export function insertRowsBy (run: Run, runLater: Run): Native['insertRows'] {
  return async (table, rows) => {
    const given = rows as ReadonlyArray<Readonly<Record<string, unknown>>>
    const all = getTableColumns(table) as Record<string, SQLiteColumn>
    const keys = Object.keys(given[0]!)
    const columns = keys.map((key) => all[key]!)
    const names = columns.map(({ name }) => `"${name}"`)
    const arrays = columns.map((column, at) => `$${at + 1}::${TYPES[column.getSQLType()] ?? 'text'}[]`).join(', ')
    const tableName = getTableName(table)
    const parameters: unknown[] = keys.map((key) => given.map((row) => stored(row[key])))
    const hasId = all.id?.getSQLType() === 'integer'
    const isNumbered = hasId && (all.id as { autoIncrement?: boolean }).autoIncrement === true && !keys.includes('id')
    if (isNumbered) parameters.push(given.length)
    const givesId = hasId && !keys.includes('id')
    const text = `INSERT INTO "${tableName}" (${[...(isNumbered ? ['id'] : []), ...names].join(', ')})
      SELECT ${[...(isNumbered ? ['before + place'] : []), ...names].join(', ')}
      FROM unnest(${arrays}) WITH ORDINALITY AS given (${names.join(', ')}, place)
      ${isNumbered ? `, reserve_ids('${tableName}', $${parameters.length}::bigint) AS before` : ''} ORDER BY place
      ${givesId ? 'RETURNING id' : ''}`
    const { rows: made } = await (givesId ? run : runLater)(text, parameters, nameOf(text))
    if (givesId) return made.at(-1)![0] as number
    return hasId ? given.at(-1)!.id as number : undefined
  }
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
