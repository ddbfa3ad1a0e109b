import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../../../package.js'

/** Three tables, each under a heading of lines that begin with `#`. ASCII only. */
const TABLES_FILE = path.join(packageFolder, 'db', 'keys', 'collation', 'weights.txt')
const HEADINGS = /(?:^#.*\n)+/m

/**
 * The tables of the collation, built from `weights.txt` when the program starts.
 *
 * The collation compares texts as sequences of weights. Here such a sequence is written as text again: each weight as
 * one character that has exactly this weight, its *representative* (`a` for the weight of a, A, á, …). Sequences are
 * equal if these texts are, and they can be read: `Straße` becomes `strasse`.
 *
 * The tables go up to U+FFFF. All characters above share one weight.
 */
export const CODE_UNITS = 0x10000

/** Represents all characters above U+FFFF, which share one weight. */
export const ASTRAL = '\u{10000}'

/** Replaces unpaired surrogates, as encoding to UTF-8 does. */
export const REPLACEMENT = 0xFFFD

/** Unified ideographs outside the block of unified ideographs. */
const MORE_IDEOGRAPHS = '\uFA0E\uFA0F\uFA11\uFA13\uFA14\uFA1F\uFA21\uFA23\uFA24\uFA27\uFA28\uFA29'

/** By code unit: the character that stands for all characters with the same weights (one, several or none). */
export const representatives = new Uint16Array(CODE_UNITS)

/** By code unit: the representative of its weight, or 0 if it has several weights or none, or is a surrogate. */
export const foldedUnits = new Uint16Array(CODE_UNITS)

/** By code unit with several weights or none: their representatives. */
export const expansions = new Map<number, string>()

/** By code unit: 1 if full text takes it for a part of a word. */
export const wordCharacters = new Uint8Array(CODE_UNITS)

/** Representatives in the order of their weights. */
interface Order {
  /** Of all weights in the table. */
  readonly tabled: number[]
  /**
   * The characters that are not in the table. They represent themselves and sort after all characters in the table, in
   * groups with equal first weight: 0xFB40, 0xFB41, 0xFB80, 0xFBC0, 0xFBC1.
   */
  readonly untabled: number[][]
}

let order: Order | undefined = { tabled: [], untabled: [[], [], [], [], []] }

/**
 * Returns the order once and releases it: only `keys.ts` needs it, and it would occupy half a megabyte per thread.
 */
export function takeOrder (): Order {
  const taken = order!
  order = undefined
  return taken
}

const CHAR_NEWLINE = 0x0A
const CHAR_0 = 0x30
const CHAR_COLON = 0x3A
const CHAR_A = 0x41

fill(order)

function fill ({ tabled, untabled }: Order): void {
  const [, weightTable, expansionTable, wordTable] =
    readFileSync(TABLES_FILE, 'latin1').split(HEADINGS) as [string, string, string, string]
  const representativeOfWeight = new Uint16Array(0x10000)
  readClasses(weightTable, ([weight], characters) => {
    const representative = characters[0]!
    representativeOfWeight[weight!] = representative
    tabled.push(representative)
    for (const character of characters) representatives[character] = foldedUnits[character] = representative
  })
  readClasses(expansionTable, (weights, characters) => {
    const expansion = expand(weights, representativeOfWeight)
    for (const character of characters) {
      representatives[character] = characters[0]!
      expansions.set(character, expansion)
    }
  })
  representatives.fill(REPLACEMENT, 0xD800, 0xE000)
  fillUntabled(untabled)
  fillWordCharacters(wordTable)
}

function fillWordCharacters (table: string): void {
  let codePoint = 0
  for (const run of table.trim().split(/\s/)) {
    const [gap, length] = run.split(',').map((digits) => parseInt(digits, 36)) as [number, number]
    wordCharacters.fill(1, codePoint + gap, codePoint + gap + length)
    codePoint += gap + length
  }
}

function fillUntabled (untabled: number[][]): void {
  for (let unit = 0; unit < CODE_UNITS; unit++) {
    if (representatives[unit] !== 0) continue
    representatives[unit] = foldedUnits[unit] = unit
    untabled[groupOf(unit)]!.push(unit)
  }
}

/**
 * The algorithm computes two weights for such a character: the first is 0xFB40 for an ideograph, 0xFB80 for one of
 * extension A, 0xFBC0 for any other, plus the highest bit of the character; the second is its other bits plus 0x8000.
 */
function groupOf (unit: number): number {
  const isIdeograph = (unit >= 0x4E00 && unit <= 0x9FA5) ||
    (unit >= 0xFA0E && MORE_IDEOGRAPHS.includes(String.fromCharCode(unit)))
  const isExtensionA = unit >= 0x3400 && unit <= 0x4DB5
  return (isIdeograph ? 0 : isExtensionA ? 2 : 3) + (unit >> 15)
}

function expand (weights: number[], representativeOfWeight: Uint16Array): string {
  let expansion = ''
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]!
    const isLeading = weight >> 8 === 0xFB
    const unit = isLeading ? (weight & 1) << 15 | weights[++i]! & 0x7FFF : representativeOfWeight[weight]!
    expansion += String.fromCharCode(unit)
  }
  return expansion
}

/** Parses a table of `weights.txt`. It does not split the text into strings: that would slow down every start. */
function readClasses (table: string, take: (weights: number[], characters: number[]) => void): void {
  let weights: number[] = []
  let characters: number[] = []
  let list = weights
  let number = -1
  for (let i = 0; i < table.length; i++) {
    const char = table.charCodeAt(i)
    if (char >= CHAR_0 && char !== CHAR_COLON) {
      number = (number < 0 ? 0 : number * 16) + (char < CHAR_COLON ? char - CHAR_0 : char - CHAR_A + 10)
      continue
    }
    if (number >= 0) list.push(number)
    number = -1
    if (char === CHAR_COLON) {
      list = characters
    } else if (char === CHAR_NEWLINE && characters.length > 0) {
      take(weights, characters)
      weights = list = []
      characters = []
    }
  }
}
