import { CODE_UNITS, takeOrder } from './characters.js'
import { fold, isPair, textOf } from './keys.js'

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
