import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as tables from '../../tables/index.js'

/** A column as it is stored: JSON is text, flags and times are integers. */
interface CopiedColumn { readonly name: string, readonly type: 'integer' | 'real' | 'text' }

/** A table that is copied row by row, in primary key order. */
export interface CopiedTable {
  readonly table: SQLiteTable
  readonly name: string
  readonly columns: readonly CopiedColumn[]
  /** Names of the columns in Drizzle. */
  readonly names: readonly string[]
  /** Names of the columns of the primary key. */
  readonly key: readonly string[]
  /** Indexes of the key columns in a row. */
  readonly keyAt: readonly number[]
  /** Whether the table never reuses ids (AUTOINCREMENT). */
  readonly hasSequence: boolean
}

/** All tables whose rows cannot be recomputed from others; the full-text indexes can. */
export const COPIED_TABLES: readonly CopiedTable[] = Object.values(tables as Record<string, unknown>)
  .filter((one): one is SQLiteTable => is(one, SQLiteTable))
  .map(copiedTable)

function copiedTable (table: SQLiteTable): CopiedTable {
  const { columns, primaryKeys } = getTableConfig(table)
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  return {
    table,
    name: getTableName(table),
    columns: columns.map((column) => ({ name: column.name, type: column.getSQLType() as CopiedColumn['type'] })),
    names: Object.keys(getTableColumns(table)),
    key: key.map(({ name }) => name),
    keyAt: key.map((column) => columns.indexOf(column)),
    hasSequence: columns.some((column) => (column as { autoIncrement?: boolean }).autoIncrement === true)
  }
}
