/**
 * Ids of the vocabularies that every installation begins with (docs/contract/admin-resources.md §12.1): 1 to 4, never
 * given to others.
 */
const LAST_BUILT_IN = 4

/** Whether a vocabulary came with the installation. */
export function isBuiltIn (vocabularyId: number): boolean {
  return vocabularyId <= LAST_BUILT_IN
}
