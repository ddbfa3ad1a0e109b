/** Keys for comparisons by size: the number or date that a text represents; null if it is neither. */
export interface ComparisonKeys {
  number: number | null
  /** Days, as in DateSpan. */
  earliest: number | null
  latest: number | null
}

/** How numbers and dates begin: a cheap test that most texts fail. */
const MAY_COMPARE = /^[\s?~%]*[-+.\dXY/]/

/** @example comparisonKeys('1890') // number 1890, and the first and last day of that year */
export function comparisonKeys (text: string | null): ComparisonKeys {
  if (text === null || !MAY_COMPARE.test(text)) return { number: null, earliest: null, latest: null }
  const span = dateSpan(text)
  return { number: numberIn(text) ?? null, earliest: span?.earliest ?? null, latest: span?.latest ?? null }
}

/** A number as text: spaces around it, sign, decimals, exponent (docs/contract/search.md, notation). */
export const NUMERIC_TEXT = /^[ \t\n\r\v\f]*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?[ \t\n\r\v\f]*$/

/** The number of a text; undefined when it is not a number, or beyond the range of a double. */
function numberIn (text: string): number | undefined {
  const number = NUMERIC_TEXT.test(text) ? Number(text) : NaN
  return Number.isFinite(number) ? number : undefined
}

/** First and last day, in days since 1970-01-01 of the proleptic Gregorian calendar. */
interface DateSpan { earliest: number, latest: number }

/** Stands for the open end of an interval. */
const FAR = Number.MAX_SAFE_INTEGER

/** Longer texts are not parsed as dates. */
const DATE_MAX_CHARACTERS = 64

const MARK = '[?~%]?'
const TIME = String.raw`T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?`
const MONTH_AND_DAY = String.raw`-${MARK}([\dX]{2})${MARK}(?:-${MARK}([\dX]{2})${MARK}(?:${TIME})?)?`
const DATE = new RegExp(String.raw`^${MARK}(?:(-?[\dX]{4})|Y(-?\d{5,9}))${MARK}(?:${MONTH_AND_DAY})?$`)

/**
 * The days that a date in EDTF notation (ISO 8601-2) covers: a year of four digits, with month and day if known; `X`
 * for an unknown digit; a time of day, which is ignored; an interval of two such dates separated by `/`, one of which
 * may be `..` or empty for an open end; `Y` before longer years; year 0 is 1 BC. Dates that are marked as uncertain
 * (`?`), approximate (`~`) or both (`%`) cover no more days, because the marks do not say how many.
 *
 * @returns undefined when the text is not such a date.
 * @example dateSpan('189X') // from the first day of 1890 to the last of 1899, like dateSpan('1890/1899')
 */
export function dateSpan (text: string): DateSpan | undefined {
  if (text.length > DATE_MAX_CHARACTERS) return undefined
  const parts = text.trim().split('/')
  if (parts.length === 1) return spanOf(parts[0]!)
  const [from, to] = parts.map((part) => (part === '' || part === '..' ? 'open' : spanOf(part)))
  if (parts.length !== 2 || from === undefined || to === undefined || (from === 'open' && to === 'open')) {
    return undefined
  }
  const span = { earliest: from === 'open' ? -FAR : from.earliest, latest: to === 'open' ? FAR : to.latest }
  return span.earliest <= span.latest ? span : undefined
}

function spanOf (text: string): DateSpan | undefined {
  const [found, year, longYear, month = 'XX', day = 'XX'] = DATE.exec(text) ?? []
  if (found === undefined) return undefined
  const [a, b] = range(year ?? longYear!)
  const [firstYear, lastYear] = [Math.min(a, b), Math.max(a, b)]
  const months = within(month, 12)
  const days = months === undefined ? undefined : within(day, daysIn(lastYear, months[1]))
  if (months === undefined || days === undefined) return undefined
  return { earliest: dayNumber(firstYear, months[0], days[0]), latest: dayNumber(lastYear, months[1], days[1]) }
}

/** The smallest and the largest number with these digits. */
const range = (digits: string): [number, number] => [
  Number(digits.replaceAll('X', '0')),
  Number(digits.replaceAll('X', '9'))
]

/** The smallest and the largest number with these digits within 1…`last`; undefined if there is none. */
function within (digits: string, last: number): [number, number] | undefined {
  const [from, to] = range(digits)
  const possible: [number, number] = [Math.max(from, 1), Math.min(to, last)]
  return possible[0] <= possible[1] ? possible : undefined
}

function daysIn (year: number, month: number): number {
  return dayNumber(month === 12 ? year + 1 : year, month % 12 + 1, 1) - dayNumber(year, month, 1)
}

/** Computed, because `Date` ends in the year 275760. Counts years from March, so that the leap day comes last. */
function dayNumber (year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468
}
