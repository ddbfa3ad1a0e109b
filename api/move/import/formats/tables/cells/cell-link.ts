/** A call of HYPERLINK with a literal address, as Excel and OpenDocument write it. */
const HYPERLINK = /^(?:of:)?=?HYPERLINK\(\s*"((?:[^"]|"")*)"\s*(?:[,;]\s*(?:"((?:[^"]|"")*)"\s*|[^"\s][^"]*)?)?\)$/i

/** The address in a HYPERLINK formula, and its display text if that is a literal; undefined for any other formula. */
export function linkInFormula (formula: string): { address: string, text: string } | undefined {
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

/** Collects the addresses to which the cells of a row link. */
export class RowLinks {
  #links: Map<number, string[]> | undefined

  /**
   * @param at position of the cell, counted from 0.
   * @returns the text of the cell; the address if the cell is empty.
   */
  add (at: number, text: string, addresses: readonly string[]): string {
    if (text.trim() === '' && addresses.length > 0) return addresses[0]!
    const others = addresses.filter((address) => !isSameLink(address, text))
    if (others.length > 0) (this.#links ??= new Map()).set(at, others)
    return text
  }

  /** Returns the collected links and resets; undefined when there are none. */
  take (): ReadonlyMap<number, readonly string[]> | undefined {
    const links = this.#links
    this.#links = undefined
    return links
  }
}

/** Warning about a formula without a stored result. */
export function withoutResult (cell: string): string {
  return `the formula in ${cell} has no stored result, so the cell is empty; ` +
    'open the file in a spreadsheet program, save it and import it again'
}
