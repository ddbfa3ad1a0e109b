import { digest } from '../digest.js'
import { fold, withoutPadding } from './fold.js'

/** 16 characters of base64 are 96 bits: among 10⁹ texts, the probability of any collision is below 10⁻¹⁰. */
const LENGTH = 16

/**
 * The key for `=`: two texts have the same key if they are equal in `utf8mb4_unicode_ci` (docs/contract/search.md §7.3
 * `eq`, §10).
 *
 * Case and accents are ignored; so are combining marks, most control characters, and spaces at the end. Expansions are
 * equal to what they stand for (`ß` = `ss`). All characters above U+FFFF are equal.
 *
 * @param text of any length.
 * @returns 16 ASCII characters.
 * @example equalityKey('Café NOIR ') === equalityKey('cafe noir') // true
 */
export function equalityKey (text: string): string {
  return digest('sha1', withoutPadding(fold(text)), 'base64').slice(0, LENGTH)
}

/**
 * The key of the text of a value, without surrounding blanks of any kind, because these are invisible.
 *
 * @example valueKey(' Paper') === valueKey('paper') // true
 */
export function valueKey (text: string): string {
  return equalityKey(text.trim())
}
