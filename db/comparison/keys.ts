import { dateSpan } from './date-span.js'
import { numberIn } from './number.js'

/** What a text is compared by where smaller and larger count; null where it has no such meaning. */
export interface ComparisonKeys {
  number: number | null
  /** Days, as in DateSpan. */
  earliest: number | null
  latest: number | null
}

/** Most texts begin otherwise, and are not looked at further. */
const MAY_COMPARE = /^[\s?~%]*[-+.\dXY/]/

/** @example comparisonKeys('1890') // number 1890, and the first and last day of that year */
export function comparisonKeys (text: string | null): ComparisonKeys {
  if (text === null || !MAY_COMPARE.test(text)) return { number: null, earliest: null, latest: null }
  const span = dateSpan(text)
  return { number: numberIn(text) ?? null, earliest: span?.earliest ?? null, latest: span?.latest ?? null }
}
