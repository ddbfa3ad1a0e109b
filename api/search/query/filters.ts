import { eq, gt, inArray, lt, not, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import { containmentKey, sortKey } from '../../../db/keys/collation/index.js'
import type { Query, QueryValue } from '../../core/calls/call.js'
import { isNumeric, leadingNumber, texts, toFlag, toInteger } from '../../core/calls/given.js'
import type { SearchContext } from '../context/context.js'
import { isNot } from '../context/ignored.js'
import type { Filter } from './searchable.js'

/** A condition that no row meets. */
export const NOTHING: SQL = sql`1 = 0`

/** The condition that a filter makes; undefined when it has no effect. */
type Condition = ReturnType<Filter>

/** An id that no row has. */
const NO_ID = -1

/** The id in a parameter; undefined when it is not numeric. A number with a fraction matches no row. */
function idIn (text: string, { ignore }: SearchContext): number | undefined {
  const isWhole = isNumeric(text) && Number.isInteger(Number(text))
  if (!isWhole && text !== '') ignore?.(isNot(text, isNumeric(text) ? 'a whole number' : 'a number'))
  if (!isNumeric(text)) return undefined
  return isWhole ? toInteger(text) : NO_ID
}

/** A filter by several ids. Members that are not numeric have no effect. */
export const byIds = (condition: (ids: number[], context: SearchContext) => Condition): Filter => (value, context) => {
  const ids = texts(value).flatMap((text) => idIn(text, context) ?? [])
  return ids.length === 0 ? undefined : condition(ids, context)
}

/** A filter by one id. A value that is not numeric has no effect, nor has a list. */
export const byOneId = (
  condition: (id: number, context: SearchContext, query: Query) => Condition
): Filter => (value, context, query) => {
  if (typeof value !== 'string') context.ignore?.(isNot(value, 'a number'))
  const id = typeof value === 'string' ? idIn(value, context) : undefined
  return id === undefined ? undefined : condition(id, context, query)
}

/** Present and not `"0"`. */
export const isTruthy = (value: QueryValue | undefined): value is string =>
  typeof value === 'string' && value !== '' && value !== '0'

/** `id=5`, `id=5,6`, `id[]=5&id[]=6` (docs/contract/search.md §5). */
export const byId = (column: AnyColumn): Filter => (value, context) => {
  const given = typeof value === 'string' ? value.split(',') : texts(value)
  const ids = given.map((id) => id.trim()).filter((id) => id !== '')
  return ids.length === 0 ? undefined : isOneOf(column, ids.map((id) => numberOf(id, context)))
}

/** The number that a text begins with, or 0. A text that is not entirely a number is reported as ignored. */
export function numberOf (text: string, { ignore }: SearchContext): number {
  if (!isNumeric(text)) ignore?.(isNot(text, 'a number'))
  return leadingNumber(text)
}

/** Matches rows that refer to this id. */
export const equalsId = (column: AnyColumn | SQL): Filter => byOneId((id) => eq(column as AnyColumn, id))

/** Matches rows that refer to one of these ids. */
export const isOneOfIds = (column: AnyColumn | SQL): Filter => byIds((ids) => inArray(column as AnyColumn, ids))

/** Suggestions for words that are not valid flags. */
const MEANT = new Map([['true', '1'], ['yes', '1'], ['false', '0'], ['no', '0']])

/**
 * Reads a flag: `0` is false, any other numeric text true, `0.0` too. What is not numeric has no effect
 * (docs/contract/search.md §6).
 */
export const isFlag = (condition: (flag: boolean, context: SearchContext) => SQL): Filter => (value, context) => {
  const isNumber: boolean = isNumeric(value)
  if (isNumber) return condition(toFlag(value), context)
  const meant = typeof value === 'string' ? MEANT.get(value.toLowerCase()) : undefined
  if (value !== '') context.ignore?.({ ...isNot(value, '1 or 0'), ...(meant !== undefined && { nearest: meant }) })
  return undefined
}

/** Matches rows whose column says yes, or no. */
export const equalsFlag = (column: AnyColumn): Filter => isFlag((flag) => eq(column, flag))

/** Equality of short texts under the collation, by key column. Several texts mean any of them; empty finds nothing. */
export const equalsText = (keyColumn: AnyColumn) => (value: QueryValue): SQL =>
  inArray(keyColumn, texts(value).map(sortKey))

/** A filter that an empty text or `"0"` does not set. */
export const ifGiven = (filter: Filter): Filter => (value, context, query) => {
  const given = texts(value).filter(isTruthy)
  return given.length === 0 ? undefined : filter(given, context, query)
}

/** Equality of ASCII names, ignoring case: media types, roles, statuses. Empty finds nothing. */
export const equalsName = (column: AnyColumn): Filter => (value) =>
  inArray(sql`lower(${column})`, texts(value).map((name) => containmentKey(name.trimEnd())))

/**
 * Strictly before or after a moment, or any of several: before the last or after the first of them. Invalid dates find
 * nothing (docs/contract/search.md §6).
 */
export const comparesDate = (column: AnyColumn | SQL, direction: 'before' | 'after'): Filter => (value, { ignore }) => {
  const moments = texts(value).flatMap((text) => {
    const seconds = parseDate(text)
    if (seconds === undefined) {
      ignore?.(isNot(text, 'a date such as 2024, 2024-05, 2024-05-12 or 2024-05-12T10:20:31'))
    }
    return seconds ?? []
  })
  if (moments.length === 0) return NOTHING
  // Not spread into a call: an application may give any number of dates.
  return direction === 'before'
    ? lt(column as AnyColumn, moments.reduce((last, moment) => Math.max(last, moment)))
    : gt(column as AnyColumn, moments.reduce((first, moment) => Math.min(first, moment)))
}

/** Matches all rows except those with these ids. */
export const isAnother = (column: AnyColumn): Filter => (value, context) => {
  const given = texts(value).filter((text) => text !== '')
  return given.length === 0 ? undefined : not(isOneOf(column, given.map((text) => numberOf(text, context))))
}

const FORMAT =
  /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:T(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(Z|[+-]\d{2}:?\d{2})?)?)?)?)?)?$/

/**
 * The moment that a date in a query means: missing parts are the start of the period, parts that are too large run
 * over, an offset is read but not applied (docs/contract/search.md §6).
 *
 * @returns seconds since 1970; undefined when the text is not a date.
 * @example parseDate('2020-13') === parseDate('2021-01-01T00:00:00')
 */
function parseDate (text: string): number | undefined {
  const parts = FORMAT.exec(text)
  if (parts === null) return undefined
  const [year, month, day, hour, minute, second] = parts
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)))
  const moment = new Date(0)
  moment.setUTCFullYear(year!, (month ?? 1) - 1, day ?? 1)
  moment.setUTCHours(hour ?? 0, minute ?? 0, second ?? 0)
  return moment.getTime() / 1000
}
