import { eq, gt, inArray, lt, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { isOneOf } from '../../db/words.js'
import { containmentKey, sortKey } from '../../db/collation/index.js'
import type { QueryValue } from '../call.js'
import { parseDate } from './date-query.js'
import { isNumeric, leadingNumber, toInteger } from '../numbers.js'
import type { Filter } from './searchable.js'

/** A condition that no row meets. */
export const NOTHING: SQL = sql`1 = 0`

/** The strings in a parameter, which may be a string, a list or an object; other members are skipped. */
export function texts (value: QueryValue): string[] {
  if (typeof value === 'string') return [value]
  return Object.values(value).filter((member): member is string => typeof member === 'string')
}

/** The entries of a list or of a comma-separated string, trimmed; undefined for entries that are not strings. */
export function splitList (value: QueryValue): Array<string | undefined> {
  return (typeof value === 'string' ? [value] : Object.values(value)).flatMap((entry) =>
    typeof entry === 'string' ? entry.split(',').map((part) => part.trim()) : [undefined]
  )
}

/** The whole numbers in a parameter; undefined when it holds none, so that the filter has no effect. */
export function numbers (value: QueryValue): number[] | undefined {
  const found = texts(value).flatMap((text) => toInteger(text) ?? [])
  return found.length === 0 ? undefined : found
}

/** Present and not `"0"`. */
export const isTruthy = (value: QueryValue | undefined): value is string =>
  typeof value === 'string' && value !== '' && value !== '0'

/** `id=5`, `id=5,6`, `id[]=5&id[]=6` (docs/contract/search.md §5). */
export const byId = (column: AnyColumn): Filter => (value) => {
  const given = typeof value === 'string' ? value.split(',') : texts(value)
  const ids = given.map((id) => id.trim()).filter((id) => id !== '')
  return ids.length === 0 ? undefined : isOneOf(column, ids.map(leadingNumber))
}

/** Matches rows with this number. A value that is not numeric has no effect. */
export const equalsNumber = (column: AnyColumn | SQL): Filter => (value) => {
  const number = typeof value === 'string' ? toInteger(value) : undefined
  return number === undefined ? undefined : eq(column as AnyColumn, number)
}

/** Matches rows with one of these numbers. */
export const isOneOfNumbers = (column: AnyColumn | SQL): Filter => (value) => {
  const found = numbers(value)
  return found === undefined ? undefined : inArray(column as AnyColumn, found)
}

/** Reads a flag: zero is false, any other number true. A value that is not numeric has no effect. */
export const isFlag = (condition: (flag: boolean) => SQL): Filter => (value) =>
  isNumeric(value) ? condition(Math.trunc(Number(value)) !== 0) : undefined

/** Equality of short texts under the collation, by key column. Several texts mean any of them; empty finds nothing. */
export const equalsText = (keyColumn: AnyColumn) => (...[value]: Parameters<Filter>): SQL =>
  inArray(keyColumn, texts(value).map(sortKey))

/** The same, without effect for an empty text or `"0"`. */
export const equalsTextIfGiven = (keyColumn: AnyColumn): Filter => (value, context, query) => {
  const given = texts(value).filter(isTruthy)
  return given.length === 0 ? undefined : equalsText(keyColumn)(given, context, query)
}

/** Equality of ASCII names, ignoring case: media types, roles, statuses. Empty finds nothing. */
export const equalsName =
  (column: AnyColumn): Filter =>
    (value) =>
      inArray(
        sql`lower(${column})`,
        texts(value).map((name) => containmentKey(name.trimEnd()))
      )

/** The same, without effect for an empty text or `"0"`. */
export const equalsNameIfGiven = (column: AnyColumn): Filter => (value, context, query) => {
  const given = texts(value).filter(isTruthy)
  return given.length === 0 ? undefined : equalsName(column)(given, context, query)
}

/** Strictly before or after a moment; an invalid date finds nothing (docs/contract/search.md §6). */
export const comparesDate = (column: AnyColumn | SQL, direction: 'before' | 'after'): Filter => (value) => {
  const [text] = texts(value)
  const seconds = text === undefined ? undefined : parseDate(text)
  if (seconds === undefined) return NOTHING
  return (direction === 'before' ? lt : gt)(column as AnyColumn, seconds)
}

/** Matches all rows except the one with this id. */
export const isNot = (column: AnyColumn): Filter => (value) => {
  const [text] = texts(value)
  return text === undefined || text === '' ? undefined : ne(column, leadingNumber(text))
}
