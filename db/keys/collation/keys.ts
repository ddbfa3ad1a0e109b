import {
  ASTRAL, CODE_UNITS, expansions, foldedUnits, REPLACEMENT, representatives, takeOrder
} from './characters.js'
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

/** MariaDB sorts by the first 1024 bytes (`max_sort_length`) of weights, two bytes each. */
const MAX_WEIGHTS = 512

const SPACE = 0x20

/** By representative of a weight (see characters.ts): the code point for it in keys. */
const codes = new Uint16Array(CODE_UNITS)

/** By representative: the code point that precedes it in keys, or 0 for none. */
const prefixes = new Uint8Array(CODE_UNITS)

/**
 * By representative: for one with two weights, the code point for the first of them alone, because a key may end
 * between the two (MAX_WEIGHTS); 0 for one with a single weight.
 */
const leadingCodes = new Uint16Array(CODE_UNITS)

/**
 * A text is compared as if endless spaces followed it. So one or several spaces sort before the end of a text if the
 * next character sorts before a space (a tab, for example), otherwise after it.
 */
let blanksBeforeLess = 0
let endOfText = 0
let blanksBeforeMore = 0
let astralCode = 0

assignCodes()

/** Printable ASCII, like most texts: one byte per character, without lookahead. */
const PRINTABLE = /^[ -~]*$/
const printableCodes = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  unit === SPACE ? blanksBeforeMore : (codes[fold(String.fromCharCode(unit)).charCodeAt(0)] ?? 0)
)
const printableKey = Buffer.alloc(MAX_WEIGHTS + 1)

/** A weight takes at most two code points. */
const key = new Uint16Array(2 * MAX_WEIGHTS + 1)

/**
 * The key for `ORDER BY`: sorting keys byte by byte (or by code point) sorts texts as `utf8mb4_unicode_ci` does
 * (docs/contract/search.md §3, §10). Texts that are equal under the collation have the same key; so have texts that
 * differ only after their first 512 weights, where MariaDB stops comparing.
 *
 * @param text of any length.
 * @returns a text for comparison only, without U+0000 and characters above U+FFFF; for ASCII as long as the text, plus
 *   one byte.
 * @example sortKey('a b') < sortKey('a-b') // true
 * @example sortKey('A') === sortKey('á ') // true
 */
export function sortKey (text: string): string {
  const start = text.length > MAX_WEIGHTS ? text.slice(0, MAX_WEIGHTS) : text
  // 512 characters of printable ASCII are 512 weights; later ones do not count.
  if (PRINTABLE.test(start)) return keyOfPrintable(start)
  // A representative takes at most two code units, so this is enough for 512 weights.
  return keyOfFolded(fold(text, 2 * MAX_WEIGHTS))
}

function keyOfPrintable (text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === SPACE) end--
  for (let i = 0; i < end; i++) printableKey[i] = printableCodes[text.charCodeAt(i)]!
  printableKey[end] = endOfText
  return printableKey.toString('latin1', 0, end + 1)
}

function keyOfFolded (folded: string): string {
  let length = 0
  let blanks = 0
  let weights = 0
  for (let i = 0; i < folded.length && weights < MAX_WEIGHTS; i++) {
    const unit = folded.charCodeAt(i)
    weights++
    if (unit === SPACE) {
      key[length++] = blanksBeforeMore
      blanks++
      continue
    }
    let code = codes[unit]!
    const prefix = prefixes[unit]!
    const leadingCode = leadingCodes[unit]!
    if (isPair(folded, i, unit)) {
      code = astralCode
      i++
    } else if (leadingCode !== 0) {
      if (weights === MAX_WEIGHTS) code = leadingCode
      weights++
    }
    if (blanks > 0) {
      if ((prefix || code) < blanksBeforeLess) key.fill(blanksBeforeLess, length - blanks, length)
      blanks = 0
    }
    if (prefix !== 0) key[length++] = prefix
    key[length++] = code
  }
  length -= blanks
  key[length++] = endOfText
  return textOf(key, length)
}

/**
 * Gives each weight a code point. Most texts are mostly ASCII, so the weights of ASCII characters get code points of
 * one byte. The weights between two of these (`æ` between `a` and `b`) share a one-byte prefix and differ in a second
 * code point. The weights after `z`, from Greek to Chinese, get one code point each, of two bytes as long as there are
 * any.
 */
function assignCodes (): void {
  const { tabled, untabled } = takeOrder()
  const afterAscii = tabled.indexOf('z'.charCodeAt(0)) + 1
  assignCodesUpToAscii(tabled.slice(0, afterAscii))
  assignCodesAfterAscii(tabled.slice(afterAscii), untabled)
}

function assignCodesUpToAscii (representatives: number[]): void {
  let last = 0
  let prefix = 0
  let inGap = 0
  for (const representative of representatives) {
    if (representative === SPACE) {
      blanksBeforeLess = ++last
      endOfText = ++last
      blanksBeforeMore = ++last
      prefix = 0
    } else if (representative < 0x80) {
      codes[representative] = ++last
      prefix = 0
    } else {
      if (prefix === 0) {
        prefix = ++last
        inGap = 0
      }
      prefixes[representative] = prefix
      codes[representative] = ++inGap
    }
  }
}

function assignCodesAfterAscii (representatives: number[], untabled: number[][]): void {
  let last = 0x7F
  const next = () => {
    last = last === 0xD7FF ? 0xE000 : last + 1
    return last
  }
  for (const representative of representatives) codes[representative] = next()
  for (const group of untabled) {
    const leadingCode = next()
    for (const representative of group) {
      leadingCodes[representative] = leadingCode
      codes[representative] = next()
    }
  }
  astralCode = next()
}
