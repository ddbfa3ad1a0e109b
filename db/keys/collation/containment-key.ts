import { representatives } from './characters.js'
import { isPair } from './fold.js'

/** Texts whose key is their lower case. Control characters are excluded: without weight, they all match each other. */
const PLAIN = /^[\t-\r -~]*$/

/**
 * The key for `LIKE`: a text contains, starts or ends with another (`in`, `sw`, `ew`) if its key does
 * (docs/contract/search.md §7.3, §10). Keys are compared byte by byte, with `%` and `_` escaped.
 *
 * LIKE compares character by character. Two characters match if they have the same sequence of weights: `ß` matches
 * `ß`, but neither `ss` nor `ẞ`, which has other weights; `œ` matches `Œ`. Each character is replaced by the plainest
 * character that it matches. Observed in MariaDB 10.11:
 * - combining marks are not skipped: `é` as two characters starts with `e`, but neither equals nor ends with it.
 *   All characters without weight (most marks and control characters, but not U+00AD) match each other;
 * - characters above U+FFFF match only themselves, although they are all equal for `=`;
 * - ideographs match only themselves, too, not their compatibility forms (`一` and `⼀`), which match each other.
 *
 * @param text of any length; an unpaired surrogate becomes U+FFFD.
 * @returns a text with the same number of characters.
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
