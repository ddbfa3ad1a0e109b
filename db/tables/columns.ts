import { integer, real, text } from 'drizzle-orm/sqlite-core'

/**
 * The column shapes every table is made of. This file alone names a database's column types, so that another
 * dialect replaces one file and no table is written twice.
 */

/** Row id, counted up and never reused. */
export const id = () => integer('id').primaryKey({ autoIncrement: true })

/** A whole number: sizes in bytes, positions from 1, references. */
export const int = (name: string) => integer(name)

/** Any number. */
export const number = (name: string) => real(name)

/** True or false. */
export const flag = (name: string) => integer(name, { mode: 'boolean' })

/** Seconds since 1970-01-01T00:00:00Z. */
export const time = (name: string) => integer(name)

/** Unicode text. */
export const string = (name: string) => text(name)

/** A JSON document, kept as text so that the order of its keys is kept too. */
export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()

export {
  index,
  primaryKey,
  sqliteTable as table,
  uniqueIndex,
  type AnySQLiteColumn as AnyColumn
} from 'drizzle-orm/sqlite-core'
