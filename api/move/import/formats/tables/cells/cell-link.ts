/** A call of HYPERLINK whose address is a text, as both kinds of spreadsheets write it. */
const HYPERLINK = /^(?:of:)?=?HYPERLINK\(\s*"((?:[^"]|"")*)"\s*(?:[,;]\s*(?:"((?:[^"]|"")*)"\s*|[^"\s][^"]*)?)?\)$/i

/** The address in a formula, and the text that it shows if that is a text there; undefined when it is no link. */
export function linkInFormula (formula: string): { address: string, text: string } | undefined {
  const [, address, text] = HYPERLINK.exec(formula) ?? []
  if (address === undefined) return undefined
  return { address: unquoted(address), text: unquoted(text ?? address) }
}

function unquoted (text: string): string {
  return text.replaceAll('""', '"')
}

/** Whether a link leads where its text says, so that it adds nothing. */
function isSameLink (address: string, text: string): boolean {
  return withoutSlash(address) === withoutSlash(text.trim())
}

function withoutSlash (address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address
}

/** The addresses that the cells of a row link to, collected while it is read. */
export class RowLinks {
  #links: Map<number, string[]> | undefined

  /**
   * @param at position of the cell, counted from 0.
   * @returns the text of the cell, which is the address if it has none.
   */
  add (at: number, text: string, addresses: readonly string[]): string {
    if (text.trim() === '' && addresses.length > 0) return addresses[0]!
    const others = addresses.filter((address) => !isSameLink(address, text))
    if (others.length > 0) (this.#links ??= new Map()).set(at, others)
    return text
  }

  /** What was collected, once; undefined: nothing. */
  take (): ReadonlyMap<number, readonly string[]> | undefined {
    const links = this.#links
    this.#links = undefined
    return links
  }
}

/** What to say of a formula that a program has written without computing it. */
export function withoutResult (cell: string): string {
  return `the formula in ${cell} has no stored result, so the cell is empty; ` +
    'open the file in a spreadsheet program, save it and import it again'
}
