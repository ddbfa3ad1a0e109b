/**
 * Comparison keys for MySQL's collation `utf8mb4_unicode_ci`: for equality, containment, order and full-text words.
 * They are computed once per text, so that any database can compare them byte by byte (docs/contract/search.md §10).
 *
 * Keys are stored: a change of what these functions return needs a migration that recomputes all keys.
 */
export { containmentKey, equalityKey, sortKey, valueKey } from './keys.js'
export {
  foldWord,
  isIndexedWord,
  isUnspacedWord,
  joinedText,
  joinedWords,
  queryWords,
  splitWords,
  STOP_WORDS
} from './full-text-words.js'
