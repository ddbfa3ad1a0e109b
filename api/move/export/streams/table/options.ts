/** How a table is written. */
export interface TableOptions {
  /** Stands between several values in a cell. */
  readonly separator: string
  readonly hasByteOrderMark: boolean
  /** Leave texts as they are that spreadsheet programs take for formulas. */
  readonly keepsFormulas: boolean
  /** Whether the actor may see accounts. */
  readonly showsOwners: boolean
}
