import { CODE_UNITS, expansions } from './characters.js'
import { fold } from './fold.js'
import { WORD_CHARACTERS } from './weights.js'

/** In UTF-16 code units. These are characters here, because words have no characters above U+FFFF. */
const MIN_LENGTH = 3
const MAX_LENGTH = 84

/** The words that MariaDB does not index (docs/contract/search.md §8.2), in lower case. */
export const STOP_WORDS: ReadonlySet<string> = new Set((
  'a about an are as at be by com de en for from how i in is it la of on or that the this to ' +
  'was what when where who will with und the www').split(' '))

/** By code unit: 1 if it is part of words. */
const wordCharacters = new Uint8Array(CODE_UNITS)

/** Some characters fold to texts with separators (`½` to `1⁄2`); each such text is replaced by a letter of its own. */
const replacements = new Map<string, string>()

/** The first of the replacement letters, from 𝐀 on. They are separators in texts, so no word contains them. */
const FIRST_REPLACEMENT = 0x1D400

/** Where MariaDB splits a query before it splits that into words. */
const QUERY_SEPARATORS = /[ \n%"]+/

const ASCII = /^[\0-\x7F]*$/
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u

fillWordCharacters()
fillReplacements()

/**
 * Splits a text into words where MariaDB's InnoDB full text does (docs/contract/search.md §8.2).
 *
 * A word is a run of letters, digits and `_`. Observed in MariaDB 10.11, character by character:
 * - Marks are part of words, so a decomposed `é` does not split a word; so are `²`, `½`, `Ⅷ`, `ª`, `々`, `ー`.
 * - Separators are all punctuation (`'`, `’`, `-`, `·`, `・`, `‿`, full-width `＿`), symbols, control and format
 *   characters (soft hyphen, zero-width space and joiners), private use.
 * - Separators are also all characters above U+FFFF, emoji and rare ideographs alike, and letters that were added to
 *   Unicode after the table that MariaDB uses, of about Unicode 4.
 * - A run of CJK characters is one word.
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
 * Folds a word. Full text compares words as `=` compares texts, so two words match if they fold to the same text: `É`
 * to `e`, whether written as one character or two, `ß` to `ss`, `ﬁ` to `fi`.
 *
 * @param word one word as written, from {@link splitWords}.
 * @returns letters, digits and `_` only; empty for a word that consists of marks, which have no weight.
 * @example foldWord('Straße') // 'strasse'
 */
export function foldWord (word: string): string {
  if (ASCII.test(word)) return word.toLowerCase()
  const folded = fold(word)
  if (hasOnlyWordCharacters(folded)) return folded
  return folded.replace(/./g, character => replacements.get(character) ?? character)
}

/**
 * All words of a text, folded, in order (docs/contract/search.md §8.2): the sequence in which a quoted phrase is
 * looked for. It includes short words and stop words, which count in phrases: `"man of the sea"` finds only texts with
 * exactly these four words in a row. But a phrase must have at least one indexed word: `"of the"` finds nothing.
 *
 * SQLite's FTS5 indexes the words joined by spaces; `tokenize = "ascii tokenchars '_'"` leaves them unchanged.
 *
 * @returns the words; none is empty.
 * @example fullTextWords("L'été à la Straße") // ['l', 'ete', 'a', 'la', 'strasse']
 */
export function fullTextWords (text: string): string[] {
  return foldAll(splitWords(text))
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
  return foldAll(text.split(QUERY_SEPARATORS).flatMap(part =>
    splitWords(part).filter((word, i) => (i === 0 || word.length >= MIN_LENGTH) && word.length <= MAX_LENGTH)))
}

/**
 * The words of a text that MariaDB puts into its full text index (docs/contract/search.md §8.2): a query matches a
 * text if one of its {@link queryWords} is among them.
 *
 * @example indexedWords("L'été à la Straße") // ['ete', 'strasse']
 */
export function indexedWords (text: string): string[] {
  return foldAll(splitWords(text).filter(isIndexedWord))
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
 * @example isCjkWord('日本語') // true
 */
export function isCjkWord (word: string): boolean {
  return CJK.test(word)
}

function hasOnlyWordCharacters (folded: string): boolean {
  for (let i = 0; i < folded.length; i++) {
    if (wordCharacters[folded.charCodeAt(i)] === 0) return false
  }
  return true
}

function foldAll (words: string[]): string[] {
  const folded: string[] = []
  for (const word of words) {
    const foldedWord = foldWord(word)
    if (foldedWord !== '') folded.push(foldedWord)
  }
  return folded
}

function fillWordCharacters (): void {
  let codePoint = 0
  for (const run of WORD_CHARACTERS.trim().split(/\s/)) {
    const [gap, length] = run.split(',').map(digits => parseInt(digits, 36)) as [number, number]
    wordCharacters.fill(1, codePoint + gap, codePoint + gap + length)
    codePoint += gap + length
  }
}

/** Some numbers fold to texts with separators (`½` to `1⁄2`, `⑴` to `(1)`), but are parts of words. */
function fillReplacements (): void {
  for (const [unit, expansion] of expansions) {
    if (wordCharacters[unit] === 0) continue
    for (const character of expansion) {
      if (wordCharacters[character.charCodeAt(0)] === 0 && !replacements.has(character)) {
        replacements.set(character, String.fromCodePoint(FIRST_REPLACEMENT + replacements.size))
      }
    }
  }
}
