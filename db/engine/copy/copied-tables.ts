import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as tables from '../../tables/index.js'

/** A column as it is stored: JSON is text, flags and times are integers. */
export interface CopiedColumn { readonly name: string, readonly type: 'integer' | 'real' | 'text' }

/** A table that is copied row by row. Rows are in the order of its primary key. */
export interface CopiedTable {
  readonly name: string
  readonly columns: readonly CopiedColumn[]
  /** Names of the columns of the primary key. */
  readonly key: readonly string[]
  /** Places of the key in a row. */
  readonly keyAt: readonly number[]
  /** Whether ids are never given twice. */
  readonly hasSequence: boolean
}

/** Tables with everything that cannot be made from the rest; the indexes of texts can. */
export const COPIED_TABLES: readonly CopiedTable[] = Object.values(tables as Record<string, unknown>)
  .filter((one): one is SQLiteTable => is(one, SQLiteTable))
  .map(copiedTable)

function copiedTable (table: SQLiteTable): CopiedTable {
  const { columns, primaryKeys } = getTableConfig(table)
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  return {
    name: getTableName(table),
    columns: columns.map((column) => ({ name: column.name, type: column.getSQLType() as CopiedColumn['type'] })),
    key: key.map(({ name }) => name),
    keyAt: key.map((column) => columns.indexOf(column)),
    hasSequence: columns.some((column) => (column as { autoIncrement?: boolean }).autoIncrement === true)
  }
}
