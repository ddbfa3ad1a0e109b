import { Column, is, Param, Placeholder, sql, type SQL } from 'drizzle-orm'
import type { List, Words } from '../engine-words.js'
import type { Part } from '../search/full-text-query.js'
import { beginningOf, HIDDEN_PART, postingTable, termOf } from './full-text-tables.js'

/** Sorts after all characters of tokens. */
const LAST = '\u{10FFFF}'

/** As the text of an array: of such a parameter the planner knows the length, and ids are looked up by hashing. */
const idsIn = (list: List): SQL => is(list, Placeholder)
  // The JSON text of a list of ids looks like an array but for its brackets.
  ? sql`${new Param(list, { mapToDriverValue: (json: unknown) => `{${String(json).slice(1, -1)}}` })}::bigint[]`
  // No id is a fraction.
  : sql`${`{${(list as unknown[]).map(Number).filter(Number.isSafeInteger).join()}}`}::bigint[]`

const textsIn = (list: readonly unknown[]): SQL => {
  // No text has U+0000, which PostgreSQL does not take.
  const texts = list.map(String).filter((text) => !text.includes('\0'))
  return sql`${`{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`}::text[]`
}

/** A text for LIKE, without wildcards. */
const plain = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

export const POSTGRES_WORDS: Words = {
  isOneOf (column, list) {
    const areTexts = is(column, Column)
      ? column.dataType === 'string'
      : Array.isArray(list) && typeof list[0] === 'string'
    return sql`${column} = ANY (${areTexts ? textsIn(list as readonly unknown[]) : idsIn(list)})`
  },
  rowsOf: (list) => sql`SELECT value FROM unnest(${idsIn(list)}) AS value`,
  listOf: (column) => sql`coalesce(array_to_json(array_agg(${column}))::text, '[]')`,
  listOfRows: (columns) => sql`coalesce(json_agg(json_build_array(${sql.join([...columns], sql`, `)}))::text, '[]')`,
  // An index of trigrams finds what is LIKE a text (migrations/0015_schema.sql).
  holds: (containment, column, text) =>
    sql`${column} LIKE ${`${containment === 'sw' ? '' : '%'}${plain(text)}${containment === 'ew' ? '' : '%'}`}`,
  flag: (condition) => sql`(${condition})::int`,
  unless: (condition, text) => sql`CASE WHEN ${condition} THEN to_json(1) ELSE to_json(${text}) END`,
  hasSpace: (text) => sql`${text} ~ ${sql.raw("E'[\\\\t\\\\n\\\\f\\\\r ]'")}`,
  onlyMember: (json, name) => sql`json_build_object(${name}::text, ${json}::json -> ${name})::text`,
  hasNul: () => sql`false`,
  withoutIndex: (column) => sql`(${column} || '')`,
  beside: (column) => sql`${column}`,
  lastId: (table) => sql`SELECT seq FROM id_sequence WHERE name = ${table}`,
  documentsWith (index, rows, withHidden) {
    const selects = selectsOf(postingTable(index), rows, withHidden ? sql`` : SHOWN)
    return sql`SELECT DISTINCT id FROM (${sql.join(selects, sql` UNION ALL `)}) AS document ORDER BY id`
  },
  hasPhraseIndex: false
}

const SHOWN = sql` AND posting.part <> ${sql.raw(String(HIDDEN_PART))}`

/** Tokens of a phrase up to which their rows are joined, and phrases: the planner takes seconds for more than a few. */
const MOST_JOINED = 5
const MOST_PHRASES = 8

/** Select documents with any of the rows of tokens; few statements, however many rows there are. */
function selectsOf (postings: SQL, rows: readonly Part[], shown: SQL): SQL[] {
  const isWord = ({ pieces, isStart }: Part): boolean => pieces.length === 1 && !isStart
  const words = rows.filter(isWord).map(({ pieces }) => termOf(pieces[0]!))
  const phrases = rows.filter((row) => !isWord(row))
  const areFew = phrases.length <= MOST_PHRASES
  const short = phrases.filter(({ pieces }) => areFew && pieces.length <= MOST_JOINED)
  const others = phrases.filter((phrase) => !short.includes(phrase))
  const selects = short.map((phrase) => documentsWithPhrase(postings, phrase, shown))
  if (words.length > 0) {
    const isAny = words.length === 1 ? sql`= ${words[0]}` : sql`= ANY (${textsIn(words)})`
    selects.push(sql`SELECT id FROM ${postings} AS posting WHERE posting.term ${isAny}${shown}`)
  }
  if (others.length > 0) selects.push(documentsWithAny(postings, others, shown))
  return selects
}

function documentsWithPhrase (postings: SQL, { pieces: tokens, isStart }: Part, shown: SQL): SQL {
  const alias = (at: number): SQL => sql.raw(at === 0 ? 'posting' : `token${at}`)
  const conditions = tokens.map((token, at) => isStart && at === tokens.length - 1
    ? sql`${alias(at)}.term >= ${beginningOf(token)} AND ${alias(at)}.term < ${beginningOf(token) + LAST}`
    : sql`${alias(at)}.term = ${termOf(token)}`)
  const others = tokens.slice(1).map((_, before) => alias(before + 1))
  const joins = others.map((other) =>
    sql` JOIN ${postings} AS ${other} ON ${other}.id = posting.id AND ${other}.part = posting.part`)
  if (others.length > 0) {
    const follow = others.map((other, before) => sql`place + ${sql.raw(String(before + 1))} = ANY (${other}.positions)`)
    conditions.push(sql`EXISTS (SELECT 1 FROM unnest(posting.positions) AS place WHERE ${sql.join(follow, sql` AND `)})`)
  }
  return sql`SELECT posting.id FROM ${postings} AS posting${sql.join(joins)}
    WHERE ${sql.join(conditions, sql` AND `)}${shown}`
}

/** Counts, for each place where a phrase may begin, the tokens of it that stand where they should. */
function documentsWithAny (postings: SQL, phrases: readonly Part[], shown: SQL): SQL {
  const tokens = phrases.flatMap(({ pieces, isStart }, phrase) => pieces.map((token, at) => {
    const isBeginning = isStart && at === pieces.length - 1
    const first = isBeginning ? beginningOf(token) : termOf(token)
    return { phrase, length: pieces.length, at, first, last: isBeginning ? first + LAST : first }
  }))
  return sql`SELECT id FROM (
      SELECT token.phrase, token.length, posting.id, posting.part, place - token.at AS begin
      FROM json_to_recordset(${JSON.stringify(tokens)}::json) AS token (phrase int, length int, at int, first text, last text)
      JOIN ${postings} AS posting ON posting.term BETWEEN token.first AND token.last${shown},
        unnest(posting.positions) AS place
    ) AS stood GROUP BY phrase, length, id, part, begin HAVING count(*) = length`
}
