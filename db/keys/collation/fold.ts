import { ASTRAL, expansions, foldedUnits, REPLACEMENT } from './characters.js'

/** Texts whose folding is their lower case: printable ASCII and white space. */
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
export function withoutPadding (folded: string): string {
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
