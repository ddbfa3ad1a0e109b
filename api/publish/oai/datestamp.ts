/** Granularities in which harvesters may ask: days, or seconds. */
export type Granularity = 'day' | 'second'

const FORM = /^(?!0000)\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/

/** `2026-11-22T10:00:00Z`. @param seconds since 1970. */
export function datestamp (seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The first second of a day or second as harvesters write it; undefined when there is no such date. */
export function readDatestamp (text: string): { seconds: number, granularity: Granularity } | undefined {
  if (!FORM.test(text)) return undefined
  const granularity = text.includes('T') ? 'second' : 'day'
  const seconds = Date.parse(text) / 1000
  // 30 February would be read as a day in March.
  if (Number.isNaN(seconds) || !datestamp(seconds).startsWith(text.replace('Z', ''))) return undefined
  return { seconds, granularity }
}

/** Seconds from the first to the last that count as the same. */
export const REST_OF: Record<Granularity, number> = { day: 24 * 60 * 60 - 1, second: 0 }
