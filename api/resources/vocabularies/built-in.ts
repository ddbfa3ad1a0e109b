/**
 * Vocabularies of a new installation have the ids 1 to 4, which are never reused (docs/contract/admin-resources.md
 * §12.1).
 */
const LAST_BUILT_IN = 4

/** Whether a vocabulary came with the installation. */
export function isBuiltIn (vocabularyId: number): boolean {
  return vocabularyId <= LAST_BUILT_IN
}
