import { representatives } from './characters.js'
import { isPair } from './fold.js'

/** Texts whose key is their lower case. Control characters are excluded: without weight, they all match each other. */
const PLAIN = /^[\t-\r -~]*$/

/**
 * The key for `LIKE`: `in`, `sw` and `ew` hold exactly if the key of the text contains, starts or ends with the key
 * of the searched text (docs/contract/search.md §7.3, §10). So compare keys as they are: byte by byte, with `%` and `_`
 * escaped.
 *
 * LIKE goes character by character. Two characters match if they have the same weights, as many as they are:
 * `ß` matches `ß`, not `ss`, nor `ẞ`, which has other weights; `œ` matches `Œ`. Each character is replaced by one
 * that represents all that match it, the plainest one. Observed in MariaDB 10.11:
 * - combining marks are not skipped: `é` in two characters starts with `e`, but does not equal or end with it.
 *   All characters without weight (most marks, control characters, U+00AD is none of them) match each other;
 * - characters above U+FFFF match only themselves, though `=` has them all equal;
 * - ideographs match only themselves too, not their compatibility forms (`一` and `⼀`), though these match each other.
 *
 * @param text - the text, however long; half a surrogate pair becomes U+FFFD
 * @returns a text of as many characters
 * @example containmentKey('CAFÉ Noir') // 'cafe noir'
 */
export function containmentKey (text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  let key = ''
  let copied = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const representative = representatives[unit]!
    if (representative === unit) continue
    if (isPair(text, i, unit)) {
      i++
      continue
    }
    key += text.slice(copied, i) + String.fromCharCode(representative)
    copied = i + 1
  }
  return key + text.slice(copied)
}
