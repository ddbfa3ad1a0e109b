/**
 * What an application needs to define tables of its own and to write conditions on them, from Drizzle. Taken from here,
 * because Drizzle is part of the compiled program and not installed beside it.
 */
export {
  and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, like, lt, lte, ne, not, or, sql,
  type AnyColumn, type SQL
} from 'drizzle-orm'
export { idColumn } from './query/statements/dialect.js'
export { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
