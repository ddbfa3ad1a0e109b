import { hash } from 'node:crypto'
import { fold, withoutPadding } from './fold.js'

/**
 * 16 characters of base64 are 12 bytes: with a thousand million texts, the chance of one false match is below 1 : 10¹⁰.
 */
const LENGTH = 16

/**
 * The key for `=`: the same for two texts exactly if `utf8mb4_unicode_ci` has them equal (docs/contract/search.md §7.3
 * `eq`,
 * §10).
 *
 * Case and accents make no difference, expansions do not (`ß` = `ss`), combining marks and most control characters
 * count nothing, all characters above U+FFFF are the same, blanks at the end are ignored.
 *
 * @param text - the text, however long
 * @returns 16 ASCII characters
 * @example equalityKey('Café NOIR ') === equalityKey('cafe noir') // true
 */
export function equalityKey (text: string): string {
  return hash('sha1', withoutPadding(fold(text)), 'base64').slice(0, LENGTH)
}
