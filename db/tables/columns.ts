import { integer, real, text } from 'drizzle-orm/sqlite-core'

/**
 * The column types of all tables. Only this file names types of the database, so that another SQL dialect needs
 * another version of this file, not of the tables.
 */

/** Row id, assigned in ascending order and never reused. */
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

/** A JSON document, stored as text so that the order of its keys is preserved. */
export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()

export {
  index,
  primaryKey,
  sqliteTable as table,
  uniqueIndex,
  type AnySQLiteColumn as AnyColumn
} from 'drizzle-orm/sqlite-core'
