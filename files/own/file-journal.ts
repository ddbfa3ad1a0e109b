/** Files that are noted as being under way, until `end`. */
export interface Note { end (): Promise<void> }

/**
 * Notes which stored files are about to come or to go. Files and rows cannot change in one transaction: whoever is
 * killed in between leaves a note, and whoever comes after looks whether a row names those files.
 */
export interface FileJournal {
  /** Resolves when the note would outlast a loss of power. */
  begin (names: readonly string[]): Promise<Note>
}

/** For stores whose files no rows name. */
export const NO_JOURNAL: FileJournal = { begin: async () => ({ end: async () => {} }) }
