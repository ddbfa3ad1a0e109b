import { eq, gt, inArray, lt, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { isOneOf } from '../../db/sqlite.js'
import { containmentKey, sortKey } from '../../db/collation/index.js'
import type { QueryValue } from '../call.js'
import { parseDate } from './date-query.js'
import { isNumeric, leadingNumber, toInteger } from '../numbers.js'
import type { Filter } from './searchable.js'

/** A condition that no row meets. */
export const NOTHING: SQL = sql`1 = 0`

/** The strings in a parameter, which may be one string, a list or an object; other members are skipped. */
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

/** The whole numbers in a parameter; undefined when there are none: the filter then does nothing. */
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

/** A number: equal to it. Anything else is ignored. */
export const equalsNumber = (column: AnyColumn | SQL): Filter => (value) => {
  const number = typeof value === 'string' ? toInteger(value) : undefined
  return number === undefined ? undefined : eq(column as AnyColumn, number)
}

/** A number or a list of numbers: one of them. */
export const isOneOfNumbers = (column: AnyColumn): Filter => (value) => {
  const found = numbers(value)
  return found === undefined ? undefined : inArray(column, found)
}

/** A number: zero for false, any other for true. */
export const isFlag = (condition: (flag: boolean) => SQL): Filter => (value) =>
  isNumeric(value) ? condition(Math.trunc(Number(value)) !== 0) : undefined

/** Equality of short texts under the collation, by their key column; several mean any of them. Empty finds nothing. */
export const equalsText = (keyColumn: AnyColumn): Filter => (value) => inArray(keyColumn, texts(value).map(sortKey))

/** The same, ignored when empty or `"0"`. */
export const equalsTextIfGiven = (keyColumn: AnyColumn): Filter => (value, context, query) => {
  const given = texts(value).filter(isTruthy)
  return given.length === 0 ? undefined : equalsText(keyColumn)(given, context, query)
}

/** Equality, in any case, of names that are ASCII by nature: media types, roles, statuses. Empty finds nothing. */
export const equalsName =
  (column: AnyColumn): Filter =>
    (value) =>
      inArray(
        sql`lower(${column})`,
        texts(value).map((name) => containmentKey(name.trimEnd()))
      )

/** The same, ignored when empty or `"0"`. */
export const equalsNameIfGiven = (column: AnyColumn): Filter => (value, context, query) => {
  const given = texts(value).filter(isTruthy)
  return given.length === 0 ? undefined : equalsName(column)(given, context, query)
}

/** Strictly before or after a moment; an invalid date matches nothing (docs/contract/search.md §6). */
export const comparesDate = (column: AnyColumn, direction: 'before' | 'after'): Filter => (value) => {
  const [text] = texts(value)
  const seconds = text === undefined ? undefined : parseDate(text)
  if (seconds === undefined) return NOTHING
  return direction === 'before' ? lt(column, seconds) : gt(column, seconds)
}

/** Any id but this one. */
export const isNot = (column: AnyColumn): Filter => (value) => {
  const [text] = texts(value)
  return text === undefined || text === '' ? undefined : ne(column, leadingNumber(text))
}
