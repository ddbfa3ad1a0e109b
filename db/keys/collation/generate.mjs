/**
 * Writes `weights.txt`: the tables of the collation `utf8mb4_unicode_ci`, read from a running MariaDB.
 *
 * Only needed again if the tables are in doubt. Any MariaDB with the sequence engine will do. The account needs SUPER
 * (for `innodb_ft_aux_table`); a database `vitrine_collation` is created and dropped. All arguments are passed to the
 * `mariadb` client:
 *
 *     node db/keys/collation/generate.mjs --socket=/run/mysqld/mysqld.sock --user=root
 *
 * Stored keys depend on these tables: if `weights.txt` changes, all keys have to be recomputed.
 */
import { writeFileSync } from 'node:fs'
import { query } from './mariadb.mjs'

const DATABASE = 'vitrine_collation'
const EVERY_CHARACTER = 'seq_1_to_65535 WHERE seq NOT BETWEEN 0xD800 AND 0xDFFF'
const COMPATIBILITY_IDEOGRAPHS = '\uFA0E\uFA0F\uFA11\uFA13\uFA14\uFA1F\uFA21\uFA23\uFA24\uFA27\uFA28\uFA29'
const CHARACTER = 'CONVERT(CHAR(seq USING utf32) USING utf8mb4)'

const weights = readWeights()
const wordCharacters = readWordCharacters()
const classes = classesByWeights()

writeFileSync(new URL('weights.txt', import.meta.url), `# The tables of the collation utf8mb4_unicode_ci. Written by generate.mjs: do not edit.
#
# The weights are those of the Unicode Collation Algorithm 4.0.0 (allkeys-4.0.0.txt, primary level), as MariaDB
# uses them. Copyright (c) 1991-2003 Unicode, Inc., used under the Unicode License (https://www.unicode.org/license.txt).
#
# One line for all characters of the same weights: \`weights:characters\`, in hexadecimal, in the order of the weights.
# The first character, the plainest, represents the others. Characters that are not listed have the weights that the
# algorithm computes (see groupOf in characters.ts).
#
# 1. Characters of one weight
${classLines(weights => weights.length === 1)}
# 2. Characters of several weights or none
${classLines(weights => weights.length !== 1)}
# 3. Characters that full text makes words of: runs of code points, as pairs of \`gap,length\` in base 36, the gap
# counted from the end of the run before
${wordRuns()}
`)

function readWeights () {
  const rows = query(`CREATE DATABASE IF NOT EXISTS ${DATABASE}; USE ${DATABASE};
    SELECT seq, HEX(WEIGHT_STRING(${CHARACTER} COLLATE utf8mb4_unicode_ci)) FROM seq_0_to_65535
    WHERE seq NOT BETWEEN 0xD800 AND 0xDFFF ORDER BY seq;
    DROP DATABASE ${DATABASE};`)
  return new Map(rows.map(([codePoint, hex]) => [Number(codePoint), hex.match(/.{4}/g) ?? []]))
}

/** A character is part of words if the full-text index does not split a word at it. */
function readWordCharacters () {
  const rows = query(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci; USE ${DATABASE};
    CREATE TABLE words (FTS_DOC_ID BIGINT UNSIGNED NOT NULL PRIMARY KEY, text TEXT, FULLTEXT KEY (text)) ENGINE=InnoDB;
    SET GLOBAL innodb_ft_aux_table = '${DATABASE}/words';
    INSERT INTO words SELECT seq, CONCAT('xxx', ${CHARACTER}, 'yyy') FROM ${EVERY_CHARACTER};
    SELECT DOC_ID, COUNT(*) FROM
      (SELECT DOC_ID, WORD FROM information_schema.INNODB_FT_INDEX_CACHE UNION SELECT DOC_ID, WORD FROM information_schema.INNODB_FT_INDEX_TABLE) w
    GROUP BY DOC_ID;
    DROP DATABASE ${DATABASE};`)
  return new Set(rows.filter(([, words]) => words === '1').map(([codePoint]) => Number(codePoint)))
}

/** The weights, as text, of characters for which the Unicode Collation Algorithm computes them. */
function implicitWeights (codePoint) {
  const isIdeograph = (codePoint >= 0x4E00 && codePoint <= 0x9FA5) ||
    COMPATIBILITY_IDEOGRAPHS.includes(String.fromCodePoint(codePoint))
  const base = isIdeograph ? 0xFB40 : codePoint >= 0x3400 && codePoint <= 0x4DB5 ? 0xFB80 : 0xFBC0
  return [base + (codePoint >> 15), codePoint & 0x7FFF | 0x8000].map(hexadecimal).join()
}

function classesByWeights () {
  const classes = new Map()
  const byWeights = ([, a], [, b]) => a.join() < b.join() ? -1 : a.join() > b.join() ? 1 : 0
  for (const [codePoint, list] of [...weights].sort(byWeights)) {
    if (list.join() === implicitWeights(codePoint)) continue
    classes.set(list.join(), [...classes.get(list.join()) ?? [], codePoint])
  }
  return classes
}

function classLines (isWanted) {
  return [...classes].filter(([list]) => isWanted(list === '' ? [] : list.split(','))).map(([list, codePoints]) => {
    const plainestFirst = codePoints.sort((a, b) => oddness(a) - oddness(b) || a - b)
    return list.replace(/\b0+/g, '') + ':' + plainestFirst.map(hexadecimal).join(' ')
  }).join('\n')
}

function hexadecimal (number) {
  return number.toString(16).toUpperCase()
}

/**
 * How unusual a character is: the plainest character of a class represents it, so that keys can be read. Decided here,
 * not at run time, because a newer Unicode in a newer Node must not change keys.
 */
function oddness (codePoint) {
  const text = String.fromCodePoint(codePoint)
  return (/[\t-\r -~]/.test(text) ? 0 : 16) + (/\p{C}/u.test(text) ? 8 : 0) + (wordCharacters.has(codePoint) ? 0 : 4) +
    (text.toUpperCase().toLowerCase() === text ? 0 : 2) + (text.normalize('NFKD') === text ? 0 : 1)
}

function wordRuns () {
  const runs = []
  let end = 0
  for (const codePoint of [...wordCharacters].sort((a, b) => a - b)) {
    if (runs.length > 0 && codePoint === end) runs.at(-1)[1]++
    else runs.push([codePoint - end, 1])
    end = codePoint + 1
  }
  const tokens = runs.map(run => run.map(n => n.toString(36)).join())
  return tokens.map((token, i) => token + (i % 20 === 19 ? '\n' : ' ')).join('').trim()
}
