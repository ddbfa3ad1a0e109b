import { CODE_UNITS, expansions, wordCharacters } from './characters.js'
import { fold } from './keys.js'

/** In UTF-16 code units. These are characters here, because words have no characters above U+FFFF. */
const MIN_LENGTH = 3
const MAX_LENGTH = 84

/** The words that MariaDB does not index (docs/contract/search.md §8.2), in lower case. */
export const STOP_WORDS: ReadonlySet<string> = new Set((
  'a about an are as at be by com de en for from how i in is it la of on or that the this to ' +
  'was what when where who will with und the www').split(' '))

/** Replacement of a character in a folded word of the full text. */
const replacements = new Map<string, string>()

/** By code unit: 1 if it is one of these characters. */
const replaced = new Uint8Array(CODE_UNITS)

/** The first of the letters that replace separators, from 𝐀 on. They separate in texts, so no word contains them. */
const FIRST_REPLACEMENT = 0x1D400

/** Characters at which MariaDB splits a query, before it splits the parts into words. */
const QUERY_SEPARATORS = /[ \n%"]+/

const ASCII = /^[\0-\x7F]*$/

/** Letters that `=` keeps apart from those that they are usually replaced by, where a keyboard has no others. */
const LATIN_LETTERS: ReadonlyArray<readonly [letters: string, replacement: string]> = [
  ['æ', 'ae'], ['ø', 'o'], ['þ', 'th'], ['ðđɖɗ', 'd'], ['ħ', 'h'], ['ıɨɩ', 'i'], ['ĸ', 'q'], ['łƚ', 'l'],
  ['ŋɲɳ', 'n'], ['ŧƭʈ', 't'], ['ƀɓ', 'b'], ['ƈ', 'c'], ['ɛ', 'e'], ['ƒ', 'f'], ['ǥɠ', 'g'], ['ƙ', 'k'],
  ['ɔɵ', 'o'], ['ƥ', 'p'], ['ʉ', 'u'], ['ʋ', 'v'], ['ƴ', 'y'], ['ƶȥ', 'z']
]

/** Signs for hamza, ayin, the glottal stop and the soft sign, which transliterations often leave out. */
const SIGNS = 'ʹʺʻʼʽʾʿˀˁˮ'

/** Between letters: signs of transliterations (`Hawai‘i`, `Vasil′ev`), soft hyphens, and what has no width. */
const INNER_SIGNS = /[‘′″\u00AD\u200B-\u200D\u2060\uFEFF](?<=[\p{L}\p{M}].)(?=[\p{L}\p{M}])/gu

/** Burmese signs that are newer than MariaDB's table, and what was written for them before. */
const BURMESE: Readonly<Record<string, string>> = {
  '\u103A': '\u1039', '\u103B': '\u1039\u101A', '\u103C': '\u1039\u101B', '\u103D': '\u1039\u101D', '\u103E': '\u1039\u101F'
}

/** Scripts that are written without spaces between words, and Hangul, where particles are written with the word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tale}]/u

replaceSeparators()
replaceLetters()

/**
 * Splits a text into words where MariaDB's InnoDB full text does (docs/contract/search.md §8.2).
 *
 * A word is a run of letters, digits and `_`. Observed in MariaDB 10.11, character by character:
 * - Marks are part of words, so a decomposed `é` does not split a word; so are `²`, `½`, `Ⅷ`, `ª`, `々`, `ー`.
 * - Separators are all punctuation (`'`, `’`, `-`, `·`, `・`, `‿`, full-width `＿`), symbols, control and format
 *   characters (soft hyphen, zero-width space and joiners), private use.
 * - Separators are also all characters above U+FFFF, emoji and rare ideographs alike, and letters that were added to
 *   Unicode after the table that MariaDB uses, of about Unicode 4.
 * - A run of Chinese or Thai characters is one word.
 *
 * @returns the words as written, in order, with repetitions.
 * @example splitWords("L'hôtel foo_bar") // ['L', 'hôtel', 'foo_bar']
 */
export function splitWords (text: string): string[] {
  const words: string[] = []
  let start = -1
  for (let i = 0; i < text.length; i++) {
    if (wordCharacters[text.charCodeAt(i)] === 1) {
      if (start < 0) start = i
    } else if (start >= 0) {
      words.push(text.slice(start, i))
      start = -1
    }
  }
  if (start >= 0) words.push(text.slice(start))
  return words
}

/**
 * Folds a word: two words match if they fold to the same text. Words are folded as `=` compares texts: `É` to `e`,
 * whether written as one character or two, `ß` to `ss`, `ﬁ` to `fi`. Beyond MariaDB, letters and signs that keyboards
 * lack are replaced: `Quran`, `Lodz` and `Orsted` find `Qurʾān`, `Łódź` and `Ørsted`.
 *
 * @param word one word as written, from {@link splitWords}.
 * @returns letters, digits and `_` only; empty for a word that consists of marks or signs.
 * @example foldWord('Straße') // 'strasse'
 */
export function foldWord (word: string): string {
  if (ASCII.test(word)) return word.toLowerCase()
  const folded = fold(word)
  return isReplaced(folded) ? folded.replace(/./g, (character) => replacements.get(character) ?? character) : folded
}

/**
 * A text without signs at which {@link splitWords} splits words, and which do not end a word for readers.
 *
 * @example joinedText('on Hawai‘i') // 'on Hawaii'
 */
export function joinedText (text: string): string {
  return text.replace(INNER_SIGNS, '').replace(/[\u103A-\u103E]/g, (sign) => BURMESE[sign]!)
}

/**
 * The words that are only in the {@link joinedText} of a text.
 *
 * @example joinedWords('on Hawai‘i') // ['Hawaii']
 */
export function joinedWords (text: string): string[] {
  const joined = joinedText(text)
  if (joined === text) return []
  const split = new Set(splitWords(text))
  return splitWords(joined).filter((word) => !split.has(word))
}

/**
 * The words of a query (docs/contract/search.md §8.2), folded, without regard to quoted phrases.
 *
 * MariaDB retains stop words here, and short words at the beginning or after a space, because they may equal an indexed
 * word in another spelling: the query `the` finds `thé`, which is not a stop word; `éa` finds its decomposed form,
 * which has three characters.
 *
 * @example queryWords("the l'au") // ['the', 'l']
 */
export function queryWords (text: string): string[] {
  return text.split(QUERY_SEPARATORS)
    .flatMap((part) => splitWords(part)
      .filter((word, i) => (i === 0 || word.length >= MIN_LENGTH) && word.length <= MAX_LENGTH))
    .map(foldWord).filter((word) => word !== '')
}

/**
 * Whether MariaDB indexes a word: it has 3 to 84 characters and is not a stop word (docs/contract/search.md §8.2).
 *
 * Both rules are about the word as written, before folding. A decomposed `éa` has three characters and is indexed,
 * `aß` has two and is not. `The` is a stop word, `thé` is not.
 *
 * @param word one word as written, from {@link splitWords}.
 */
export function isIndexedWord (word: string): boolean {
  return word.length >= MIN_LENGTH && word.length <= MAX_LENGTH && !STOP_WORDS.has(word.toLowerCase())
}

/**
 * Whether a word has a Chinese, Japanese or Korean character. MariaDB treats a whole run of them as one word, which is
 * found only as a whole.
 *
 * @param word as written or folded.
 * @example isUnspacedWord('日本語') // true
 */
export function isUnspacedWord (word: string): boolean {
  return UNSPACED.test(word)
}

function isReplaced (folded: string): boolean {
  for (let i = 0; i < folded.length; i++) {
    if (replaced[folded.charCodeAt(i)] === 1) return true
  }
  return false
}

/** Some numbers fold to texts with separators (`½` to `1⁄2`, `⑴` to `(1)`), but are parts of words. */
function replaceSeparators (): void {
  for (const [unit, expansion] of expansions) {
    if (wordCharacters[unit] === 0) continue
    for (const character of expansion) {
      if (wordCharacters[character.charCodeAt(0)] === 0 && !replacements.has(character)) {
        replace(character, String.fromCodePoint(FIRST_REPLACEMENT + replacements.size))
      }
    }
  }
}

function replaceLetters (): void {
  for (const [letters, replacement] of LATIN_LETTERS) for (const letter of letters) replace(fold(letter), replacement)
  for (const sign of SIGNS) replace(fold(sign), '')
}

function replace (folded: string, replacement: string): void {
  replacements.set(folded, replacement)
  replaced[folded.charCodeAt(0)] = 1
}
