import { dateSpan } from './date-span.js'
import { numberIn } from './number.js'

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
