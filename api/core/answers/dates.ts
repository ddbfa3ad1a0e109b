import type { Representation } from './answer.js'

const XSD_DATE_TIME = 'http://www.w3.org/2001/XMLSchema#dateTime'

const SECONDS_PER_DAY = 24 * 60 * 60

/** `YYYY-MM-DDTHH:MM:SS+00:00` (docs/contract/http.md §12). @param seconds since 1970. */
export function isoDate (seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19) + '+00:00'
}

/** `YYYY-MM-DDTHH:MM:SSZ`, as harvesters and search engines expect dates. @param seconds since 1970. */
export function utcDate (seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19) + 'Z'
}

/** A date as a typed literal; null stays null. */
export function typedDate (seconds: number | null): Representation | null {
  return seconds === null ? null : { '@value': isoDate(seconds), '@type': XSD_DATE_TIME }
}

/** `YYYY-MM-DD HH:MM:SS`, the format of dates in `return_scalar`. */
export function databaseDate (seconds: number): string {
  return isoDate(seconds).slice(0, 19).replace('T', ' ')
}

/** The end of a day such as `2027-12-31`, in UTC: seconds since 1970; undefined if there is no such day. */
export function endOfDay (day: string): number | undefined {
  const begin = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) / 1000 : NaN
  // JavaScript reads 31 February as a day of March.
  return Number.isNaN(begin) || !isoDate(begin).startsWith(day) ? undefined : begin + SECONDS_PER_DAY
}

/** The current time in whole seconds since 1970. */
export function now (): number {
  return Math.floor(Date.now() / 1000)
}
