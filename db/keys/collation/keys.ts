import { ASTRAL, expansions, foldedUnits, REPLACEMENT, representatives } from './characters.js'
import { digest } from '../digest.js'

/**
 * Printable ASCII and white space: texts whose folding and key for `LIKE` are their lower case. Other control
 * characters are excluded: without weight, they all match each other.
 */
const PLAIN = /^[\t-\r -~]*$/

const UNPAIRED = String.fromCharCode(REPLACEMENT)
const MAX_EXPANSION_UNITS = 8

/** Buffer for folded text: filling it is much faster than joining strings. */
const piece = new Uint16Array(4096)

/**
 * Writes the weights of a text as text. Two texts are equal under the collation if their folded texts are equal apart
 * from spaces at the end (docs/contract/search.md §10).
 *
 * @param text any text; an unpaired surrogate counts as U+FFFD.
 * @param limit folding may stop after this many characters.
 * @returns lower-case letters without accents, with expansions written out.
 * @example fold('Straße in Ŝao') // 'strasse in sao'
 */
export function fold (text: string, limit = Infinity): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  let folded = ''
  let length = 0
  for (let i = 0; i < text.length && folded.length + length < limit; i++) {
    const unit = text.charCodeAt(i)
    const single = foldedUnits[unit]!
    if (single !== 0) {
      piece[length++] = single
    } else {
      const isAstral = isPair(text, i, unit)
      const expansion = isAstral ? ASTRAL : expansions.get(unit) ?? UNPAIRED
      for (let j = 0; j < expansion.length; j++) piece[length++] = expansion.charCodeAt(j)
      if (isAstral) i++
    }
    if (length > piece.length - MAX_EXPANSION_UNITS) {
      folded += textOf(piece, length)
      length = 0
    }
  }
  return folded + textOf(piece, length)
}

/**
 * Removes the spaces at the end of a folded text, which the collation ignores (PAD SPACE).
 *
 * @param folded a text from {@link fold}, in which every character with the weight of a space is U+0020.
 * @example withoutPadding('cafe  ') // 'cafe'
 */
function withoutPadding (folded: string): string {
  let end = folded.length
  while (end > 0 && folded.charCodeAt(end - 1) === 0x20) end--
  return folded.slice(0, end)
}

/** Whether a surrogate pair, that is a character above U+FFFF, begins at `index`. */
export function isPair (text: string, index: number, unit: number): boolean {
  if (unit < 0xD800 || unit > 0xDBFF) return false
  const next = text.charCodeAt(index + 1)
  return next >= 0xDC00 && next <= 0xDFFF
}

/** The text of the first `length` code units: at most a few thousand, because they are passed as arguments. */
export function textOf (units: Uint16Array, length: number): string {
  return String.fromCharCode.apply(null, units.subarray(0, length) as unknown as number[])
}

/** 16 characters of base64 are 96 bits: among 10⁹ texts, the probability of any collision is below 10⁻¹⁰. */
const EQUALITY_KEY_CHARACTERS = 16

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
  return digest('sha1', withoutPadding(fold(text)), 'base64').slice(0, EQUALITY_KEY_CHARACTERS)
}

/**
 * The key of the text of a value, without surrounding blanks of any kind, because these are invisible.
 *
 * @example valueKey(' Paper') === valueKey('paper') // true
 */
export function valueKey (text: string): string {
  return equalityKey(text.trim())
}

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
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (isPair(text, i, unit)) {
      piece[length++] = unit
      piece[length++] = text.charCodeAt(++i)
    } else {
      piece[length++] = representatives[unit]!
    }
    if (length > piece.length - 2) {
      key += textOf(piece, length)
      length = 0
    }
  }
  return key + textOf(piece, length)
}
