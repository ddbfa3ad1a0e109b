/** What spreadsheet programs interpret as a formula, after the apostrophes with which they mark text. */
const FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/

/** Joins values into one cell. A separator or backslash in a value is escaped by a backslash. */
export function joinValues (values: readonly string[], separator: string): string {
  return values.map((value) => value.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`)).join(separator)
}

/**
 * Prefixes a text that spreadsheet programs would run as a formula with an apostrophe, except numbers. To restore the
 * text, remove one apostrophe from whatever matches FORMULA and begins with one.
 */
export function guarded (text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
