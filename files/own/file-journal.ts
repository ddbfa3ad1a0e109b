/** An entry of the journal; `end` removes it. */
export interface Note { end (): Promise<void> }

/**
 * A journal of stored files that are about to be added or removed. Files and rows cannot change in one transaction: a
 * process that is killed in between leaves its entry, and the next one removes those files that no row names.
 */
export interface FileJournal {
  /** Adds an entry. Resolves when it would survive a power failure. */
  begin (names: readonly string[]): Promise<Note>
}

/** For files that are not named by rows. */
export const NO_JOURNAL: FileJournal = { begin: async () => ({ end: async () => {} }) }
