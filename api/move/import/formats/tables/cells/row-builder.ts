import { columnLetters, rowOf, type Row, type TableObserver } from './table.js'

/** A call of HYPERLINK with a literal address, as Excel and OpenDocument write it. */
const HYPERLINK = /^(?:of:)?=?HYPERLINK\(\s*"((?:[^"]|"")*)"\s*(?:[,;]\s*(?:"((?:[^"]|"")*)"\s*|[^"\s][^"]*)?)?\)$/i

/** The address in a HYPERLINK formula, and its display text if that is a literal; undefined for any other formula. */
function linkInFormula (formula: string): { address: string, text: string } | undefined {
  const [, address, text] = HYPERLINK.exec(formula) ?? []
  if (address === undefined) return undefined
  return { address: unquoted(address), text: unquoted(text ?? address) }
}

function unquoted (text: string): string {
  return text.replaceAll('""', '"')
}

/** Whether a link's address equals its text, so that it adds nothing. */
function isSameLink (address: string, text: string): boolean {
  return withoutSlash(address) === withoutSlash(text.trim())
}

function withoutSlash (address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address
}

/** What follows the name of a range of merged cells in a warning. */
export const ARE_MERGED = 'are merged; the first of them has the value, the others are empty'

/** The cells of a row of a spreadsheet, the addresses to which they link, and warnings about them. */
export class RowBuilder {
  readonly cells: Array<string | undefined> = []
  /** Addresses by position, counted from 0. */
  #links: Map<number, readonly string[]> | undefined

  constructor (readonly number: number, readonly observer: TableObserver) {}

  /** @param column counted from 1. */
  warn (column: number, message: string): void {
    this.observer.onWarning?.({ row: this.number, column, message })
  }

  /** The text of a cell with an error, such as `#N/A`. */
  withoutError (column: number, error: string): string {
    this.warn(column, `${error} is an error of the spreadsheet; the cell is left out`)
    return ''
  }

  /**
   * Notes the links of a cell.
   * @param shown undefined: a formula has no stored result.
   * @param linked addresses to which the cell links, besides the one in the formula.
   * @returns the text of the cell; the address if the cell is empty.
   */
  textOf (
    column: number, shown: string | undefined, formula: string | undefined, linked: readonly string[]
  ): string {
    const link = formula === undefined ? undefined : linkInFormula(formula)
    if (shown === undefined && link === undefined) {
      this.warn(column, `the formula in ${columnLetters(column)}${this.number} has no stored result, so the cell is empty; ` +
        'open the file in a spreadsheet program, save it and import it again')
    }
    const text = shown ?? link?.text ?? ''
    const addresses = link === undefined ? linked : [link.address, ...linked]
    if (text.trim() === '' && addresses.length > 0) return addresses[0]!
    const others = addresses.filter((address) => !isSameLink(address, text))
    if (others.length > 0) (this.#links ??= new Map()).set(column - 1, others)
    return text
  }

  /** The row; undefined when all cells are empty. */
  end (): Row | undefined {
    const row = rowOf(this.number, this.cells)
    return row === undefined || this.#links === undefined ? row : { ...row, links: this.#links }
  }
}
