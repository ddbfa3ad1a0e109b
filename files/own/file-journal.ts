/** An entry of the journal; `end` removes it. */
export interface JournalEntry { end (): Promise<void> }

/**
 * A journal of stored files that are about to be added or deleted. Files and rows cannot change in one transaction: a
 * process that is killed in between leaves its entry, and the next process deletes the files in it that no row names.
 */
export interface FileJournal {
  /** Adds an entry. Resolves when it is on the disk. */
  begin (names: readonly string[]): Promise<JournalEntry>
}

/** For stores whose files no row refers to. */
export const NO_JOURNAL: FileJournal = { begin: async () => ({ end: async () => {} }) }
