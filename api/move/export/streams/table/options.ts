/** Options for writing a table. */
export interface TableOptions {
  /** Separates several values in a cell. */
  readonly separator: string
  readonly hasByteOrderMark: boolean
  /** Do not escape texts that spreadsheet programs interpret as formulas. */
  readonly keepsFormulas: boolean
  /** Whether the actor may see accounts. */
  readonly showsOwners: boolean
}
