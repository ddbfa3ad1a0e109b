const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?[ \t\n\r\v\f]*$/

/** Whether a text is a number: blanks around it, a sign, decimals, an exponent (docs/contract/search.md, notation). */
export function isNumericText (text: string): boolean {
  return NUMERIC.test(text)
}

/** The number that a text is; undefined when it is none, or beyond the range of a double. */
export function numberIn (text: string): number | undefined {
  const number = isNumericText(text) ? Number(text) : NaN
  return Number.isFinite(number) ? number : undefined
}
