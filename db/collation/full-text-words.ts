import { CODE_UNITS, expansions } from './characters.js'
import { fold } from './fold.js'
import { WORD_CHARACTERS } from './weights.js'

/** In UTF-16 code units, which are characters here, for no word holds a character above U+FFFF. */
const MIN_LENGTH = 3
const MAX_LENGTH = 84

/** The words that MariaDB does not index (docs/contract/search.md §8.2), in lower case. */
export const STOP_WORDS: ReadonlySet<string> = new Set((
  'a about an are as at be by com de en for from how i in is it la of on or that the this to ' +
  'was what when where who will with und the www').split(' '))

/** By code unit: 1 if it belongs to words. */
const wordCharacters = new Uint8Array(CODE_UNITS)

/** Some foldings contain separators (`½` becomes `1⁄2`); each of these is replaced by a letter of its own. */
const replacements = new Map<string, string>()

/** The replacement letters: mathematical ones, from 𝐀 on. They separate words themselves, so no word contains them. */
const FIRST_REPLACEMENT = 0x1D400

/** Where MariaDB splits a query before it splits words. */
const QUERY_SEPARATORS = /[ \n%"]+/

const ASCII = /^[\0-\x7F]*$/
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u

fillWordCharacters()
fillReplacements()

/**
 * Splits a text into words where MariaDB's InnoDB full text does (docs/contract/search.md §8.2).
 *
 * A word is a run of letters, digits and `_`. Observed in MariaDB 10.11, character by character:
 * - Marks belong to words, so a decomposed `é` does not split a word; so do `²`, `½`, `Ⅷ`, `ª`, `々`, `ー`.
 * - Separators are all punctuation (`'`, `’`, `-`, `·`, `・`, `‿`, full-width `＿`), symbols, control and format
 *   characters (soft hyphen, zero-width space and joiners), private use.
 * - Separators are also all characters above U+FFFF, emoji and rare ideographs alike, and letters younger than
 *   the table that MariaDB uses, of about Unicode 4.
 * - A run of CJK characters is one word.
 *
 * @returns the words as written, in their order, repetitions too
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
 * Folds a word so that two words match in full text exactly if their foldings are the same: full text compares words
 * as `=` compares texts. `É` is `e` in one character or two, `ß` is `ss`, `ﬁ` is `fi`.
 *
 * @param word - one word as written, from {@link splitWords}
 * @returns letters, digits and `_` only; empty for a word of nothing but marks, which has no weight
 * @example foldWord('Straße') // 'strasse'
 */
export function foldWord (word: string): string {
  if (ASCII.test(word)) return word.toLowerCase()
  const folded = fold(word)
  if (hasOnlyWordCharacters(folded)) return folded
  return folded.replace(/./g, character => replacements.get(character) ?? character)
}

/**
 * All words of a text, folded for comparison, in their order (docs/contract/search.md §8.2): the sequence in which to
 * look for a quoted phrase. Short words and stop words are among them, for they count there: `"man of the sea"` finds
 * only texts with just these four words in a row. A phrase must have an indexed word, though: `"of the"` finds nothing.
 *
 * SQLite's FTS5 indexes words, joined by blanks, with `tokenize = "ascii tokenchars '_'"`, which leaves them as they
 * are.
 *
 * @param text - any text
 * @returns the words; none is empty
 * @example fullTextWords("L'été à la Straße") // ['l', 'ete', 'a', 'la', 'strasse']
 */
export function fullTextWords (text: string): string[] {
  return foldAll(splitWords(text))
}

/**
 * The words to look for if the text is a query (docs/contract/search.md §8.2), folded, without regard to
 * quoted phrases.
 *
 * MariaDB does not leave out stop words here, nor short words if they come first after a blank: both may equal an
 * indexed word that is written otherwise. The query `the` finds `thé`, which is no stop word; `éa` finds its decomposed
 * form of three characters.
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
 * Whether a word is indexed: it has 3 to 84 characters and is no stop word (docs/contract/search.md §8.2).
 *
 * Both rules regard the word as it is written, before folding. Decomposed `éa` has three characters and is indexed,
 * `aß` has two and is not. `The` is a stop word, `thé` is none.
 *
 * @param word - one word as written, from {@link splitWords}
 */
export function isIndexedWord (word: string): boolean {
  return word.length >= MIN_LENGTH && word.length <= MAX_LENGTH && !STOP_WORDS.has(word.toLowerCase())
}

/**
 * Whether a word holds a character of the scripts that write no blanks between words, Chinese and Japanese, or of
 * Korean. For MariaDB the whole run is one word, found only as a whole.
 *
 * @param word - as written or folded
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

/** A few numbers fold to text with separators, `½` to `1⁄2`, `⑴` to `(1)`, but count as one word. */
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
