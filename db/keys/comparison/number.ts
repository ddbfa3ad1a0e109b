const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?[ \t\n\r\v\f]*$/

/** Whether a text is a number: spaces around it, sign, decimals, exponent (docs/contract/search.md, notation). */
export function isNumericText (text: string): boolean {
  return NUMERIC.test(text)
}

/** The number of a text; undefined when it is not a number, or beyond the range of a double. */
export function numberIn (text: string): number | undefined {
  const number = isNumericText(text) ? Number(text) : NaN
  return Number.isFinite(number) ? number : undefined
}
