/**
 * Converts the displayed text of a spreadsheet cell (`May 1924`, `50%`, `INV-0012`) to the imported text. It is the
 * displayed text, except that figures are normalised:
 * - a whole date becomes ISO 8601, because 5/1/24 is another day in another country,
 * - the hours of a time get two digits,
 * - a number gets all its digits, a decimal point and no thousands separators.
 */

/** The text of a number without a format, with at most 15 digits, so that 0.1 + 0.2 is 0.3. */
export function plainNumber (number: number): string {
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(15)))
}

/** The cell is blank, its column is too narrow, or its format shows no digit of a zero. */
const SHOWS_NOTHING = /^[\s#.,]*$/

const GROUPED = /^\d{1,3}(?:[.,'’\s]\d{2,3})*[.,'’\s]\d{3}$/

/** @param shown displayed text. @param plain the number without a format. */
export function numberShown (shown: string, plain: string): string {
  if (SHOWS_NOTHING.test(shown) || /^[+-]?[\d.,]+E[+-]?\d+$/i.test(shown)) return plain
  const text = shown.trim()
  const [, sign = '', figures] = /^([+-]?)(\d[\d.,'’\s]*?)[.,]?$/.exec(text) ?? []
  if (figures === undefined) return text
  const candidates = [withPoint(figures), ungrouped(figures)].flatMap((one) => one === undefined ? [] : `${sign}${one}`)
  const same = candidates.find((candidate) => Number(candidate) === Number(plain))
  if (same !== undefined) return same
  return candidates.some((candidate) => isRounded(candidate, Number(plain))) ? plain : text
}

/** Figures whose last separator is the decimal point. */
function withPoint (figures: string): string | undefined {
  const [, whole, fraction] = /^(.*)[.,](\d+)$/s.exec(figures) ?? []
  const digits = whole === undefined ? undefined : ungrouped(whole)
  return digits === undefined ? undefined : `${digits}.${fraction!}`
}

function ungrouped (figures: string): string | undefined {
  if (/^\d+$/.test(figures)) return figures
  return GROUPED.test(figures) ? figures.replaceAll(/\D/g, '') : undefined
}

function isRounded (candidate: string, number: number): boolean {
  const decimals = /\.(\d+)$/.exec(candidate)?.[1]!.length ?? 0
  return Math.abs(Number(candidate) - number) <= 0.5000001 * 10 ** -decimals
}

/** @param shown displayed text. @param iso ISO 8601 date, optionally with a time. */
export function dateShown (shown: string, iso: string): string {
  const [, year, month, day] = /^(\d{4,})-(\d\d)-(\d\d)/.exec(iso) ?? []
  if (year === undefined || SHOWS_NOTHING.test(shown)) return iso.replace(/T00:00(?::00(?:\.0+)?)?$/, '')
  const text = shown.trim()
  if (/\p{L}/u.test(text)) return withWholeYear(text, year, day!)
  const [clock = ''] = /\d{1,2}(?::\d\d){1,2}(?:[.,]\d+)?$/.exec(text) ?? []
  const numbers = text.slice(0, text.length - clock.length).match(/\d+/g) ?? []
  if (!isWholeDate(numbers, [year, month!, day!])) return timeShown(withWholeYear(text, year, day!))
  return `${year}-${month!}-${day!}${clock === '' ? '' : `T${timeShown(clock)}`}`
}

/** Whether the numbers are the parts of a date in any order; the year may have two digits. */
function isWholeDate (numbers: readonly string[], parts: readonly string[]): boolean {
  const left = numbers.map(Number)
  for (const part of parts) {
    const short = part.length > 2 ? part.slice(-2) : part
    const at = left.findIndex((number) => number === Number(part) || number === Number(short))
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
}

/**
 * Completes a two-digit year at the end, as in May-24, which may be 1924 or 2024. Not if the day is the same number.
 */
function withWholeYear (text: string, year: string, day: string): string {
  const short = year.slice(-2)
  return short === day || text.includes(year) ? text : text.replace(new RegExp(`(?<!\\d)${short}$`), year)
}

/** @param shown displayed text. */
export function timeShown (shown: string): string {
  const text = shown.trim()
  return /^\d(?::\d\d)+(?:[.,]\d+)?$/.test(text) ? `0${text}` : text
}
