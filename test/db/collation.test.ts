import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import {
  containmentKey,
  equalityKey,
  foldWord,
  isIndexedWord,
  isUnspacedWord,
  queryWords,
  sortKey,
  splitWords,
  STOP_WORDS
} from '../../db/keys/collation/index.js'
import { packageFolder } from '../../package.js'

/** Answers of MariaDB 10.11, see fixtures/generate-collation.mjs. */
const pairs = fixture<[text: string, other: string, answers: string][]>('pairs')
const sorted = fixture<{ texts: string[], order: number[] }>('order')
const documents = fixture<{ text: string, words: string[], query: string, matches: number[] }[]>('words')

function fixture<T> (name: string): T {
  return JSON.parse(readFileSync(path.join(packageFolder, `test/db/fixtures/collation-${name}.json`), 'utf8'))
}

/** The words of a text, folded, in order. */
const fullTextWords = (text: string): string[] => splitWords(text).map(foldWord).filter((word) => word !== '')

/** The words of a text that MariaDB indexes. */
const indexedWords = (text: string): string[] => fullTextWords(splitWords(text).filter(isIndexedWord).join(' '))

function areEqual (a: string, b: string): boolean {
  return equalityKey(a) === equalityKey(b)
}

function isLike (a: string, b: string): boolean {
  return containmentKey(a) === containmentKey(b)
}

/** As SQLite and PostgreSQL's "C" collation compare. */
function compareBytes (a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function disagreements (index: number, test: (text: string, other: string) => boolean): unknown[] {
  return pairs.filter(([text, other, answers]) => test(text, other) !== (answers[index] === '1'))
}

t.test('the equality key agrees with = in MariaDB', async t => {
  t.same(disagreements(0, areEqual), [])
})

t.test('the containment key agrees with LIKE in MariaDB', async t => {
  t.same(disagreements(1, (text, other) => containmentKey(text).includes(containmentKey(other))), [], 'anywhere')
  t.same(disagreements(2, (text, other) => containmentKey(text).startsWith(containmentKey(other))), [], 'at the start')
  t.same(disagreements(3, (text, other) => containmentKey(text).endsWith(containmentKey(other))), [], 'at the end')
})

t.test('the containment key of a long text consists of those of its characters', async t => {
  const characters = ['É', 'a', '\u0301', '\u{1F3DB}', 'ß', 'z', '\uD83C']
  const text = characters.join('').repeat(3000)
  const keys = characters.map(containmentKey).join('').repeat(3000)
  t.equal(containmentKey(text), keys)
})

t.test('the sort key agrees with ORDER BY in MariaDB, ties and the limit of 512 weights included', async t => {
  const keys = sorted.texts.map(sortKey)
  const order = keys.map((_, id) => id).sort((a, b) => compareBytes(keys[a]!, keys[b]!) || a - b)
  t.same(order, sorted.order)
})

t.test('the indexed words are those of the full text index of MariaDB', async t => {
  for (const { text, words } of documents) {
    const expected = new Set(words.map(foldWord).filter(word => word !== ''))
    t.same([...new Set(indexedWords(text))].sort(), [...expected].sort(), JSON.stringify(text))
  }
})

t.test('a query finds the texts that MATCH … AGAINST finds in MariaDB', async t => {
  const index = documents.map(({ text }) => new Set(indexedWords(text)))
  for (const { query, matches } of documents) {
    const words = queryWords(query)
    const found = index.flatMap((indexed, id) => words.some(word => indexed.has(word)) ? [id] : [])
    t.same(found, matches, JSON.stringify(query))
  }
})

t.test('case and accents make no difference, in = as in LIKE', async t => {
  for (const [a, b] of ['Ée', 'ñn', 'çc', 'ÅA', 'İi', 'ёе', 'άα', 'カか', 'ガカ', '１1', '²2', 'zZ'].map((pair) =>
    Array.from(pair)
  )) {
    t.ok(areEqual(a!, b!), `${a} = ${b}`)
    t.ok(isLike(a!, b!), `${a} LIKE ${b}`)
  }
})

t.test('an expansion equals its letters but is not like them', async t => {
  for (const [a, b] of [['ß', 'ss'], ['œ', 'oe'], ['ﬁ', 'fi']] as const) {
    t.ok(areEqual(a, b), `${a} = ${b}`)
    t.notOk(isLike(a, b), `${a} LIKE ${b}`)
  }
  t.ok(isLike('Œ', 'œ'), 'it is like itself in another case')
})

t.test('distinct letters and punctuation count', async t => {
  const distinct = [
    ['ß', 's'], ['æ', 'ae'], ['ø', 'o'], ['đ', 'd'], ['ł', 'l'], ['ı', 'i'], ['þ', 'th'],
    ['½', '1/2'],
    ['’', "'"],
    ['a-b', 'ab'],
    ['a\u00ADb', 'ab']
  ] as const
  for (const [a, b] of distinct) {
    t.notOk(areEqual(a, b), `${a} = ${b}`)
    t.notOk(isLike(a, b), `${a} LIKE ${b}`)
  }
})

t.test('a combining mark counts nothing in = but is a character in LIKE', async t => {
  t.ok(areEqual('e\u0301', 'e'))
  t.ok(areEqual('e\u0301', 'é'))
  t.notOk(isLike('e\u0301', 'é'))
  t.ok(containmentKey('e\u0301').startsWith(containmentKey('é')))
  t.notOk(containmentKey('e\u0301').endsWith(containmentKey('é')))
})

t.test('blanks at the end are ignored in = but not in LIKE, blanks at the start never', async t => {
  t.ok(areEqual('a ', 'a'))
  t.ok(areEqual('', '  '))
  t.ok(areEqual('a\u00A0\u0301', 'a'))
  t.notOk(areEqual(' a', 'a'))
  t.notOk(areEqual('a\t', 'a'))
  t.notOk(isLike('a ', 'a'))
  t.equal(sortKey('a  '), sortKey('a'))
})

t.test('all characters above U+FFFF are equal but like only themselves', async t => {
  t.ok(areEqual('😀', '😁'))
  t.equal(sortKey('😀'), sortKey('😁'))
  t.notOk(isLike('😀', '😁'))
  t.equal(containmentKey('😀'), '😀')
})

t.test('keys are short and readable', async t => {
  t.match(equalityKey('Café NOIR'), /^[A-Za-z0-9+/]{16}$/)
  t.equal(containmentKey('CAFÉ Noir'), 'cafe noir')
  t.equal(containmentKey('ΆΣ Ёж'), 'ασ еж')
  t.equal(Buffer.byteLength(sortKey('Portrait of a Lady, 1887')), 25, 'a byte a character and one for the end')
  t.equal(sortKey('a'.repeat(2000)).length, 513)
})

t.test('keys are well-formed whatever the text', async t => {
  for (const text of ['\uD83D', 'a\uDE00b', '\uDE00\uD83D', '\uD83D😀', '\0', '\uFFFF']) {
    for (const key of [containmentKey(text), sortKey(text), ...fullTextWords(text)]) {
      t.equal(Buffer.from(key).toString(), key, JSON.stringify(text))
      t.notOk(key.includes('\0'))
    }
    t.equal(equalityKey(text), equalityKey(Buffer.from(text).toString()), 'half a pair is what UTF-8 makes of it')
  }
})

t.test('the keys of texts longer than the pieces they are made of are exact', async t => {
  const long = 'Éß😀日'.repeat(5000)
  t.ok(areEqual(long + 'é', long + 'E'))
  t.notOk(areEqual(long + 'é', long + 'a'))
  t.ok(areEqual(long, 'ess😁日'.repeat(5000)))
  t.equal(containmentKey(long), 'eß😀日'.repeat(5000))
})

t.test('words are runs of letters, digits, marks and underscores', async t => {
  t.same(splitWords("L'hôtel foo_bar, zebra-like (C++)"), ['L', 'hôtel', 'foo_bar', 'zebra', 'like', 'C'])
  t.same(splitWords('aujourd’hui l·l ‿ a\u00ADb ・テレビ。日本語'), ['aujourd', 'hui', 'l', 'l', 'a', 'b', 'テレビ', '日本語'])
  t.same(splitWords('e\u0301te\u0301 x½ a😀b'), ['e\u0301te\u0301', 'x½', 'a', 'b'])
  t.same(splitWords(' … '), [])
})

t.test('words are folded as = compares, and stay in one piece', async t => {
  t.same(fullTextWords("L'Été à la Straße e\u0301"), ['l', 'ete', 'a', 'la', 'strasse', 'e'])
  t.same(fullTextWords('\u0301'), [], 'a word of marks only has nothing to compare')
  t.match(foldWord('½'), /^1[\p{L}]2$/u)
  t.not(foldWord('½'), foldWord('12'))
})

t.test('short and long words and stop words are not indexed, judged as they are written', async t => {
  t.same(indexedWords('The Lady of 12 au www und Thé'), ['lady', 'the'])
  t.equal(STOP_WORDS.size, 35)
  t.same(
    queryWords("the aß l'au l'hôtel"),
    ['the', 'ass', 'l', 'l', 'hotel'],
    'but queries may ask for what equals them'
  )
  t.ok(isIndexedWord('a'.repeat(84)))
  t.notOk(isIndexedWord('a'.repeat(85)))
  t.notOk(isIndexedWord('aß'), 'two characters, though three letters when folded')
  t.ok(isIndexedWord('e\u0301a'), 'three characters, though two letters when folded')
})

t.test('unspaced words are distinguished from others', async t => {
  for (const word of ['日本語', 'テレビ', 'ひらがな', '한국어', 'x日', 'กรุงเทพ', 'ວຽງຈັນ', 'ភ្នំពេញ', 'မြေပုံ']) t.ok(isUnspacedWord(word), word)
  for (const word of ['hotel', 'жук', '123', foldWord('½')]) t.notOk(isUnspacedWord(word), word)
})
