import { Column, is, Placeholder, sql, type SQL } from 'drizzle-orm'
import type { List, Words } from '../engine-words.js'
import type { Part } from '../search/full-text-query.js'
import { beginningOf, HIDDEN_PART, postingTable, termOf } from './full-text-tables.js'

/** Sorts after all characters of tokens. */
const LAST = '\u{10FFFF}'

/** The JSON text of a list of ids looks like an array of PostgreSQL but for its brackets. No id is a fraction. */
const idsIn = (list: List): SQL => {
  const ids = is(list, Placeholder)
    ? list
    : JSON.stringify((list as unknown[]).map(Number).filter(Number.isSafeInteger))
  return sql`translate(${ids}, '[]', '{}')::bigint[]`
}

const textsIn = (list: List): SQL =>
  // No text has U+0000, which PostgreSQL does not take.
  sql`ARRAY(SELECT json_array_elements_text(${
    is(list, Placeholder) ? list : JSON.stringify((list as unknown[]).filter((text) => !String(text).includes('\0')))
  }::json))`

/** A text for LIKE, without wildcards. */
const plain = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

export const POSTGRES_WORDS: Words = {
  isOneOf (column, list) {
    const areTexts = is(column, Column)
      ? column.dataType === 'string'
      : Array.isArray(list) && typeof list[0] === 'string'
    return sql`${column} = ANY (${areTexts ? textsIn(list) : idsIn(list)})`
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
  lastId: (table) => sql`SELECT seq FROM id_sequence WHERE name = ${table}`,
  documentsWith (index, rows, withHidden) {
    const postings = postingTable(index)
    const selects = rows.map((row) => documentsWithRow(postings, row, withHidden))
    return sql`SELECT DISTINCT id FROM (${sql.join(selects, sql` UNION ALL `)}) AS document ORDER BY id`
  },
  occurrencesOf (index, token, withHidden) {
    return sql`SELECT id FROM ${postingTable(index)}, generate_series(1, cardinality(positions))
      WHERE term = ${termOf(token)}${withHidden ? sql`` : sql` AND part <> ${sql.raw(String(HIDDEN_PART))}`} ORDER BY id`
  },
  hasPhraseIndex: false
}

/** Tokens of a phrase up to which their rows are joined; the planner takes seconds for more than a few. */
const MOST_JOINED = 5

function documentsWithRow (postings: SQL, { pieces: tokens, isStart }: Part, withHidden: boolean): SQL {
  if (tokens.length > MOST_JOINED) return documentsWithLongRow(postings, { pieces: tokens, isStart }, withHidden)
  const alias = (at: number): SQL => sql.raw(`token${at}`)
  const conditions = tokens.map((token, at) => isStart && at === tokens.length - 1
    ? sql`${alias(at)}.term >= ${beginningOf(token)} AND ${alias(at)}.term < ${beginningOf(token) + LAST}`
    : sql`${alias(at)}.term = ${termOf(token)}`)
  if (!withHidden) conditions.push(sql`token0.part <> ${sql.raw(String(HIDDEN_PART))}`)
  const others = tokens.slice(1).map((_, before) => alias(before + 1))
  const joins = others.map((other) =>
    sql` JOIN ${postings} AS ${other} ON ${other}.id = token0.id AND ${other}.part = token0.part`)
  if (others.length > 0) {
    const follow = others.map((other, before) => sql`place + ${sql.raw(String(before + 1))} = ANY (${other}.positions)`)
    conditions.push(sql`EXISTS (SELECT 1 FROM unnest(token0.positions) AS place WHERE ${sql.join(follow, sql` AND `)})`)
  }
  return sql`SELECT token0.id FROM ${postings} AS token0${sql.join(joins)} WHERE ${sql.join(conditions, sql` AND `)}`
}

/** Counts, for each place where the row may begin, the tokens that stand where they should. */
function documentsWithLongRow (postings: SQL, { pieces: tokens, isStart }: Part, withHidden: boolean): SQL {
  const whole = isStart ? tokens.slice(0, -1) : tokens
  const last = beginningOf(tokens.at(-1)!)
  const places = sql`SELECT posting.id, posting.part, place - token.at AS begin
    FROM json_array_elements_text(${JSON.stringify(whole.map(termOf))}::json) WITH ORDINALITY AS token (term, at)
    JOIN ${postings} AS posting ON posting.term = token.term, unnest(posting.positions) AS place`
  const started = sql` UNION ALL SELECT posting.id, posting.part, place - ${tokens.length}
    FROM ${postings} AS posting, unnest(posting.positions) AS place
    WHERE posting.term >= ${last} AND posting.term < ${last + LAST}`
  return sql`SELECT id FROM (${places}${isStart ? started : sql``}) AS stood
    ${withHidden ? sql`` : sql`WHERE part <> ${sql.raw(String(HIDDEN_PART))}`}
    GROUP BY id, part, begin HAVING count(*) = ${tokens.length}`
}
