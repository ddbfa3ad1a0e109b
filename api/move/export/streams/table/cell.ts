/** What spreadsheet programs take for a formula, after the apostrophes with which they mark text. */
const FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/

/** Several values in one cell. A backslash stands before a separator or a backslash that belongs to a value. */
export function joined (values: readonly string[], separator: string): string {
  return values.map((value) => value.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`)).join(separator)
}

/**
 * A text that no spreadsheet program runs as a formula: an apostrophe before what it would take for one. Numbers stay.
 * Taking away one apostrophe from what matches FORMULA and begins with one restores the text.
 */
export function guarded (text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
