import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../query/statements/database.js'
import { inDialect } from '../../query/statements/dialect.js'
import { insertRows } from '../../query/statements/insert-rows.js'
import type { CopiedTable } from './copied-tables.js'

/** A row as it is stored, in the order of the columns. */
export type Row = ReadonlyArray<string | number | null>

/** Values of the key. */
export type Key = ReadonlyArray<string | number>

/** The rows after one key up to and including another. */
export interface Range { readonly after: Key | undefined, readonly last: Key | undefined }

/** The first `most` rows after a key, in key order. */
export async function rowsAfter (
  database: Database, table: CopiedTable, after: Key | undefined, most: number
): Promise<Row[]> {
  return await database.values<Array<string | number | null>>(
    sql`${selectOf(table, { after, last: undefined })} ORDER BY ${keyOf(table)} LIMIT ${most}`
  )
}

/** All rows of a range, in key order. */
export async function rowsIn (database: Database, table: CopiedTable, range: Range): Promise<Row[]> {
  return await database.values<Array<string | number | null>>(sql`${selectOf(table, range)} ORDER BY ${keyOf(table)}`)
}

export async function addRows (database: Database, { table, names }: CopiedTable, rows: readonly Row[]): Promise<void> {
  await insertRows(database, table, rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]]))))
}

export async function deleteRows (database: Database, table: CopiedTable, range: Range): Promise<void> {
  await database.run(sql`DELETE FROM ${sql.identifier(table.name)}${within(table, range)}`)
}

export async function numberOfRows (database: Database, table: CopiedTable): Promise<number> {
  const [row] = await database.values<[number]>(sql`SELECT count(*) FROM ${sql.identifier(table.name)}`)
  return row![0]
}

/** Keys of at most `most` rows with the character U+0000 in any text. */
export async function keysWithNul (database: Database, table: CopiedTable, most: number): Promise<Key[]> {
  const texts = table.columns.filter(({ type }) => type === 'text').map(({ name }) => sql.identifier(name))
  if (texts.length === 0) return []
  const conditions = texts.map((column) => inDialect((dialect) => dialect.hasNul(sql`${column}`)))
  return await database.values<Array<string | number>>(
    sql`SELECT ${keyOf(table)} FROM ${sql.identifier(table.name)} WHERE ${sql.join(conditions, sql` OR `)} LIMIT ${most}`
  )
}

export function keyOfRow ({ keyAt }: CopiedTable, row: Row): Key {
  return keyAt.map((at) => row[at]!)
}

function selectOf (table: CopiedTable, range: Range): SQL {
  return sql`SELECT ${listOf(table.columns.map(({ name }) => name))} FROM ${sql.identifier(table.name)}${within(table, range)}`
}

function within (table: CopiedTable, { after, last }: Range): SQL {
  const conditions = [
    ...(after === undefined ? [] : [sql`(${keyOf(table)}) > (${parametersOf(after)})`]),
    ...(last === undefined ? [] : [sql`(${keyOf(table)}) <= (${parametersOf(last)})`])
  ]
  return conditions.length === 0 ? sql`` : sql` WHERE ${sql.join(conditions, sql` AND `)}`
}

const keyOf = ({ key }: CopiedTable): SQL => listOf(key)

const listOf = (names: readonly string[]): SQL => sql.join(names.map((name) => sql.identifier(name)), sql`, `)

const parametersOf = (key: Key): SQL => sql.join(key.map((part) => sql`${part}`), sql`, `)
