const FORMAT =
  /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:T(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(Z|[+-]\d{2}:?\d{2})?)?)?)?)?)?$/

/**
 * The moment that a date in a query means: missing parts are the start of the period, parts that are too large run
 * over, an offset is read but not applied (docs/contract/search.md §6).
 *
 * @returns seconds since 1970; undefined when the text is not a date.
 * @example parseDate('2020-13') === parseDate('2021-01-01T00:00:00')
 */
export function parseDate (text: string): number | undefined {
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
