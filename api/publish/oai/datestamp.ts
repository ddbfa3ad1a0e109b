/** Granularity of the dates that harvesters may send. */
type Granularity = 'day' | 'second'

const FORM = /^(?!0000)\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/

/** `2026-11-22T10:00:00Z`. @param seconds since 1970. */
export function datestamp (seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The first second of a date that a harvester sends; undefined when it is not a valid date. */
export function readDatestamp (text: string): { seconds: number, granularity: Granularity } | undefined {
  if (!FORM.test(text)) return undefined
  const granularity = text.includes('T') ? 'second' : 'day'
  const seconds = Date.parse(text) / 1000
  // `Date.parse` accepts 30 February as a day in March.
  if (Number.isNaN(seconds) || !datestamp(seconds).startsWith(text.replace('Z', ''))) return undefined
  return { seconds, granularity }
}

/** Seconds between the first and the last second of a date of this granularity. */
export const SECONDS_TO_LAST: Record<Granularity, number> = { day: 24 * 60 * 60 - 1, second: 0 }
