/**
 * Writes `test/db/fixtures/full-text.json`: what the full text of a running MariaDB finds in random texts, the same
 * texts each time, and how it ranks them.
 *
 *     node db/search/generate-fixtures.mjs --socket=/run/mysqld/mysqld.sock --user=root
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const DATABASE = 'vitrine_full_text'

const COMMON = ['river', 'lake', 'zebra', 'Café', 'one', 'two', 'the', 'of', 'au']
const RARE = [
  'lighthouse', 'harbour', 'Étude', 'etude', 'Straße', 'strasse', 'foo_bar', "l'hôtel", 'zebra-like', '1887', '12', 'C++', 'thé', 'THE', 'und',
  '日本', '日本語', 'テレビ', 'O’Brien', 'a', 'la', 'e\u0301tude', 'a\u0301e\u0301', 'x', 'www.example.org', 'b'.repeat(84), 'b'.repeat(85)
]
const SEPARATORS = [' ', ' ', ' ', ' ', ' ', ', ', '\n', '. ', '  ']

let seed = 11
const random = limit => {
  seed = (seed * 1103515245 + 12345) % 0x80000000
  return Math.floor(seed / 0x80000000 * limit)
}
const pick = list => list[random(list.length)]
const many = (count, make) => Array.from({ length: count }, make)

const word = () => random(3) > 0 ? pick(COMMON) : pick(RARE)
const text = most => many(1 + random(most), () => word() + pick(SEPARATORS)).join('').trimEnd()
const documents = many(300, () => ({ title: random(8) === 0 ? '' : text(4), text: text(30) }))

/** Some consecutive words of a document. */
function excerpt () {
  const words = pick(documents).text.replaceAll('"', '').split(/\s+/)
  const start = random(words.length)
  return words.slice(start, start + 1 + random(4)).join(' ')
}

const phrase = () => `"${random(3) > 0 ? excerpt() : many(1 + random(3), word).join(' ')}"`
const ODD = ['"', '(((', '@', '""', '" "', '+zebra -two', 'zeb*', 'lake*', '~one', '<two>', '"zebra one" @3', '%', 'zebra%lake', 'the', 'of the', '"of the"', '', '"one\ntwo"', 'river river',
  'river RIVER rivér', '"river" river', '"lake lake"', '"one two" one two', '"lake', 'lake"river', '"a" lake', '"au river"', 'au', '"river au"']
const queries = [...ODD, ...many(120, () => many(1 + random(3), word).join(' ')), ...many(200, () => many(1 + random(2), () => random(2) === 0 ? word() : phrase()).join(' '))]

const answers = query(`
  DROP DATABASE IF EXISTS ${DATABASE}; CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci; USE ${DATABASE};
  CREATE TABLE document (id INT PRIMARY KEY, title LONGTEXT, text LONGTEXT, FULLTEXT KEY (title, text)) ENGINE=InnoDB;
  INSERT INTO document VALUES ${documents.map(({ title, text }, id) => `(${id}, ${literal(title)}, ${literal(text)})`).join(',\n')};
  ANALYZE TABLE document;
  ${queries.map((text, at) => `SELECT ${at}, id, MATCH (title, text) AGAINST (${literal(text)}) FROM document WHERE MATCH (title, text) AGAINST (${literal(text)}) > 0 ORDER BY id;`).join('\n')}
  DROP DATABASE ${DATABASE};`)

write({
  documents,
  queries: queries.map((text, at) => ({
    text,
    found: answers
      .filter(([query, , score]) => query === String(at) && score !== undefined)
      .map(([, id, score]) => [Number(id), Number(score)])
  }))
})

function literal (text) {
  return text === '' ? "''" : `CONVERT(0x${Buffer.from(text).toString('hex')} USING utf8mb4) COLLATE utf8mb4_unicode_ci`
}

function query (sql) {
  const options = ['--default-character-set=utf8mb4', '--batch', '--skip-column-names']
  const output = execFileSync('mariadb', [...process.argv.slice(2), ...options], { input: sql, maxBuffer: 1 << 28, encoding: 'utf8' })
  return output.split('\n').slice(0, -1).map(line => line.split('\t'))
}

/** One entry per line, ASCII only, like the other fixtures. */
function write ({ documents, queries }) {
  const lines = list => list.map(entry => JSON.stringify(entry)).join(',\n')
  const json = `{\n"documents": [\n${lines(documents)}\n],\n"queries": [\n${lines(queries)}\n]\n}\n`
  const ascii = json.replace(/[^\n -~]/g, unit => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'))
  writeFileSync(new URL('../../test/db/fixtures/full-text.json', import.meta.url), ascii)
}
