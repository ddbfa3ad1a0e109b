/**
 * Comparison keys: what MySQL's collation `utf8mb4_unicode_ci` finds equal, contained, sorted before, or the same
 * word, computed once per text, so that any database can compare plain binary texts (search contract §10).
 *
 * Keys are stored, so what these functions return must never change without computing all stored keys anew.
 */
export { containmentKey } from './containment-key.js'
export { equalityKey } from './equality-key.js'
export {
  foldWord,
  fullTextWords,
  indexedWords,
  isCjkWord,
  isIndexedWord,
  queryWords,
  splitWords,
  STOP_WORDS
} from './full-text-words.js'
export { sortKey } from './sort-key.js'
