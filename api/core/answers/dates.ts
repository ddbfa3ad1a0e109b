import type { Representation } from './answer.js'

const XSD_DATE_TIME = 'http://www.w3.org/2001/XMLSchema#dateTime'

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

/** The current time in whole seconds since 1970. */
export function now (): number {
  return Math.floor(Date.now() / 1000)
}
