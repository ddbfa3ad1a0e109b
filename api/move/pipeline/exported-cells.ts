/**
 * How exported tables write texts into cells, and how imports of these tables read them (docs/export.md#tables).
 * Spreadsheet programs would run a text that begins like this as a formula, unless it is a number.
 */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/

/** A formula after the apostrophes by which spreadsheet programs mark texts. */
const MARKED_FORMULA = new RegExp(`^'+${FORMULA.source.slice(1)}`)

export function isFormula (text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text)
}

/** Prefixes a text that would be run as a formula, also after apostrophes, with an apostrophe. */
export function guarded (text: string): string {
  return isFormula(text) || MARKED_FORMULA.test(text) ? `'${text}` : text
}

/** The text that `guarded` was given. */
export function unguarded (text: string): string {
  return MARKED_FORMULA.test(text) ? text.slice(1) : text
}

/** Joins values into one cell. A separator or backslash in a value is escaped by a backslash. */
export function joinValues (values: readonly string[], separator: string): string {
  return values.map((value) => value.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`)).join(separator)
}
