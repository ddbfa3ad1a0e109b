/**
 * Writes `test/db/fixtures/collation-*.json`: the answers of a running MariaDB about random texts from many scripts,
 * the same texts each time. The arguments are those of `generate.mjs`.
 *
 *     node db/collation/generate-fixtures.mjs --socket=/run/mysqld/mysqld.sock --user=root
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const DATABASE = 'vitrine_collation'

const ALPHABETS = [
  'abcdeABCDEsSz', 'éÉèêëàÀçÇñÑöÖåÅøØđłıİßẞæÆœŒþÞſŉǆǄŀĳﬁﬂﬀ', '0123１２²³½¼⑴ⅷⅣ㊀', ' \t\u00A0\u3000\n\u2003', '.,-_\'"()%\\/*&’‐–·¿¡«»€£',
  '\u0300\u0301\u0308\u0327\u20DD\u200B\u200D\u00AD\uFEFF\u0001\u007F', 'жЖёЁеЕйЙїІ', 'αΑάΆςσΣώΩ', 'אבגשׁשּׂ\u05B7', 'ابتةأإآ\u064Eﷺﻻ',
  'かガカがｶﾞパハばー々〆', '日本一⼀㆒國豈丽叟ﾊ가각ᄀ', '😀😁𠀀𝔄\u{10FFFF}', '\uE000\uFFFD\u0378ꙀⱢԱաჰกเ॥'
].map(alphabet => Array.from(alphabet))

let seed = 4
const random = limit => {
  seed = (seed * 1103515245 + 12345) % 0x80000000
  return Math.floor(seed / 0x80000000 * limit)
}
const pick = list => list[random(list.length)]
const many = (count, make) => Array.from({ length: count }, make)

/**
 * A text from few letters, many of them equal under the collation, so that "equal" and "different" are both common.
 */
function randomText (length) {
  const alphabets = [pick(ALPHABETS), pick(ALPHABETS), ALPHABETS[0]]
  return many(length, () => pick(pick(alphabets))).join('')
}

/** The text with a few characters replaced by similar ones, or decomposed, or in upper case, and so on. */
function variantOf (text) {
  return Array.from(text).map(character => {
    switch (random(9)) {
      case 0: return character.toUpperCase()
      case 1: return character.toLowerCase()
      case 2: return character.normalize('NFD')
      case 3: return character.normalize('NFKC')
      case 4: return character.normalize('NFKD')
      case 5: return character + pick(['', '', '\u0301', '\u0001', ' '])
      case 6: return pick([character, character, pick(pick(ALPHABETS))])
      default: return character
    }
  }).join('') + pick(['', '', '', ' ', '  ', '\u00A0', '\t', '\u0301', ' \u0301'])
}

function randomPair () {
  const text = randomText(1 + random(7))
  const characters = Array.from(text)
  const start = random(characters.length)
  const end = start + 1 + random(characters.length - start)
  const other = variantOf(pick([text, characters.slice(start, end).join(''), characters.slice(0, end).join(''), characters.slice(start).join('')]))
  return [text, other.slice(0, 100)]
}

const CONTRACT_PAIRS = [
  'É e', 'ñ n', 'ç c', 'Å A', 'İ i', 'ё е', 'ά α', 'カ か', 'ガ カ', '１ 1', '² 2', 'ß ss', 'œ oe', 'ﬁ fi', 'ß s', 'æ ae', 'ø o', 'đ d', 'ł l',
  'ı i', 'þ th', '½ 1/2', '’ \'', 'a-b ab', 'a\u00ADb ab', 'e\u0301 e', 'e\u0301 é', '😀 😁'
].map(pair => pair.split(' ')).concat([['a ', 'a'], ['', '  '], [' a', 'a']])

const pairs = [...CONTRACT_PAIRS, ...many(6000, randomPair)].filter(([, other]) => other !== '')
const sorted = [
  ...' _x -x "q (x) 1 10 2 á A a_b a-b ab ab_c abc ae aé af æ b e é f o oz Ø p sr ß st Z Ж 日 😀'.split(' ').map(text => text.replace(/(?<=a|ab)_/, ' ')),
  ...many(1500, () => randomText(random(6))),
  ...many(500, () => 'a' + pick([' ', '  ', '', '\u00A0']) + pick(['', '\t', ' ', '\u0301', '\n', '!', 'b', '\u0085', 'é', '日'])),
  ...many(60, () => pick('aé日ß').repeat(253 + random(6)) + randomText(3)),
  ...many(60, () => pick(['a', 'é', '😀']).repeat(508 + random(6)) + randomText(3)),
  ...many(20, () => 'a\u0301'.repeat(510 + random(3)) + randomText(2))
]
const documents = [
  "L'hôtel", 'aujourd’hui', 'foo_bar zebra-like', 'thé THE The th\u00E9 the\u0301', 'aß ass STRASSE straße', 'a\u0301e\u0301 éa', '日本語 テレビ・ラジオ', 'x1½ ½x½ x⑴x',
  'b'.repeat(84), 'b'.repeat(85), 'foo😀bar𠀀baz', 'l·l ŀŀŀ', 'soft\u00ADhyphen zero\u200Bwidth', 'C++ c# .NET',
  ...many(600, () => many(1 + random(4), () => randomText(1 + random(8))).join(' '))
]
const queries = documents.map(text => variantOf(pick(text.split(' '))).replaceAll('"', ' '))

const setUp = `
  DROP DATABASE IF EXISTS ${DATABASE}; CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci; USE ${DATABASE};
  CREATE TABLE pair (id INT PRIMARY KEY, a LONGTEXT, b LONGTEXT, pattern LONGTEXT);
  CREATE TABLE sorted (id INT PRIMARY KEY, a LONGTEXT);
  CREATE TABLE document (FTS_DOC_ID BIGINT UNSIGNED NOT NULL PRIMARY KEY, a LONGTEXT, FULLTEXT KEY (a)) ENGINE=InnoDB;
  SET GLOBAL innodb_ft_aux_table = '${DATABASE}/document';
  INSERT INTO pair VALUES ${rows(pairs.map(([a, b]) => [a, b, b.replace(/[\\%_]/g, '\\$&')]))};
  INSERT INTO sorted VALUES ${rows(sorted.map(text => [text]))};
  INSERT INTO document VALUES ${rows(documents.map(text => [text]))};`

const answers = query(`${setUp}
  SELECT a = b, a LIKE CONCAT('%', pattern, '%'), a LIKE CONCAT(pattern, '%'), a LIKE CONCAT('%', pattern) FROM pair ORDER BY id;`)
const order = query(`USE ${DATABASE}; SELECT id FROM sorted ORDER BY a, id;`)
const words = query(`USE ${DATABASE};
  SELECT DOC_ID, HEX(WORD) FROM information_schema.INNODB_FT_INDEX_CACHE UNION SELECT DOC_ID, HEX(WORD) FROM information_schema.INNODB_FT_INDEX_TABLE;`)
const matches = query(`USE ${DATABASE};
  ${queries.map((text, id) => `SELECT ${id}, FTS_DOC_ID FROM document WHERE MATCH (a) AGAINST (${literal(text)}) ORDER BY 2;`).join('\n')}
  DROP DATABASE ${DATABASE};`)

write('pairs', pairs.map((pair, i) => [...pair, answers[i].join('')]))
write('order', { texts: sorted, order: order.map(([id]) => Number(id) - 1) })
write('words', documents.map((text, i) => ({
  text,
  words: words.filter(([id]) => Number(id) === i + 1).map(([, hex]) => Buffer.from(hex, 'hex').toString()),
  query: queries[i],
  matches: matches.filter(([id]) => Number(id) === i).map(([, document]) => Number(document) - 1)
})))

function rows (list) {
  return list.map((texts, id) => `(${[id + 1, ...texts.map(literal)].join()})`).join(',\n')
}

function literal (text) {
  return text === '' ? "''" : `CONVERT(0x${Buffer.from(text).toString('hex')} USING utf8mb4) COLLATE utf8mb4_unicode_ci`
}

function query (sql) {
  const options = ['--default-character-set=utf8mb4', '--batch', '--skip-column-names']
  const output = execFileSync('mariadb', [...process.argv.slice(2), ...options], { input: sql, maxBuffer: 1 << 28, encoding: 'utf8' })
  return output.split('\n').slice(0, -1).map(line => line.split('\t'))
}

/** One entry per line. ASCII only: many of these characters are invisible or change the direction of the line. */
function write (name, data) {
  const json = Array.isArray(data)
    ? `[\n${data.map(entry => JSON.stringify(entry)).join(',\n')}\n]\n`
    : `{\n"texts": [\n${data.texts.map(text => JSON.stringify(text)).join(',\n')}\n],\n"order": ${JSON.stringify(data.order)}\n}\n`
  const ascii = json.replace(/[^\n -~]/g, unit => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'))
  writeFileSync(new URL(`../../test/db/fixtures/collation-${name}.json`, import.meta.url), ascii)
}
