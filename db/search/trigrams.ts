import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { Database } from '../sqlite.js'
import { resource, value } from '../tables/index.js'

/** What may be asked of a text: that it contains another, starts or ends with it. */
export type Containment = 'in' | 'sw' | 'ew'

/** Which values count. @param propertyId undefined: those of any property. */
export interface ValueScope { readonly propertyId: number | undefined, readonly publicOnly: boolean }

/** Stands before, between and after the indexed texts. A character that Unicode leaves to programs. */
const EDGE = '\uFDD0'
/** What an EDGE inside a text is indexed as. */
const INSTEAD = '\uFDD1'

/** Characters of what the indexes are made of. */
const TRIGRAM = 3

/** Characters that an index is asked for at a time. */
const LONGEST_PHRASE = 100

/** Comes after all characters that stand in texts. */
const LAST = '\u{10FFFF}'

type TrigramIndex = 'value_trigram' | 'title_trigram'

/** Bits of a property in a row id of `value_trigram`; all that has the same bits shares a row. */
const PROPERTY_BITS = 9
const PROPERTIES = (1 << PROPERTY_BITS) - 1
const PROPERTY_MASK = sql.raw(String(PROPERTIES))
const RESOURCE_SHIFT = sql.raw(String(PROPERTY_BITS + 1))
const NOTHING = sql`'""'`

/** A long row is indexed in parts, each a row of its own: the number of the part stands above these bits of its id. */
const ROW_BITS = 44
const ROW = sql.raw(`(rowid & ${2 ** ROW_BITS - 1})`)
const FIRST_PART = sql.raw(String(2 ** ROW_BITS))
const LONGEST_PART = 32_768
/** Code units that a part shares with the next: more than the longest phrase has, so that one part holds it whole. */
const OVERLAP = 256

/**
 * The phrase that matches exactly the folded texts that contain `text`, start or end with it.
 *
 * @returns undefined when the text is empty or has characters that are not indexed as they are.
 */
export function phraseOf (containment: Containment, text: string): string | undefined {
  if (text === '' || /[\0\uFDD0\uFDD1]/.test(text)) return undefined
  return containment === 'sw' ? EDGE + text : containment === 'ew' ? text + EDGE : text
}

/**
 * The beginning of a long text, as a phrase that matches all texts with the whole, and some others. FTS5 takes memory
 * for each trigram of a phrase at every place where it occurs; thousands of equal ones in a long text take gigabytes.
 *
 * @returns undefined when `text` is short enough to be matched whole, or has characters that are indexed otherwise.
 */
export function longPhrasePrefix (containment: Containment, text: string): string | undefined {
  const characters = [...text.slice(0, 2 * LONGEST_PHRASE + 2)]
  if (characters.length <= LONGEST_PHRASE) return undefined
  return phraseOf(containment === 'sw' ? 'sw' : 'in', characters.slice(0, LONGEST_PHRASE).join(''))
}

/** The folded text contains another, starts or ends with it; wildcards have no meaning here. */
export function holds (containment: Containment, column: AnyColumn | SQL, text: string): SQL {
  if (containment === 'in') return sql`instr(${column}, ${text}) > 0`
  const length = [...text].length
  return containment === 'sw' ? sql`substr(${column}, 1, ${length}) = ${text}` : sql`substr(${column}, ${-length}) = ${text}`
}

/**
 * Selects the ids of the resources with a value that contains the phrase, according to the index. Values of
 * `valuesToRecheck` must be checked besides.
 */
export function resourcesHolding (phrase: string, scope: ValueScope): SQL {
  return sql`SELECT ${ROW} >> ${RESOURCE_SHIFT} AS id FROM value_trigram
    WHERE value_trigram MATCH ${ifShared(scope, NOTHING, expressionOf('value_trigram', phrase))} AND ${inScope(scope)}
    AND ${ROW} NOT IN (SELECT id FROM value_due)`
}

/**
 * The index cannot decide about the value: texts of its resource are not indexed yet, or share a row with another
 * property.
 */
export function valuesToRecheck (phrase: string, scope: ValueScope): SQL {
  return sql`${value.resourceId} IN (SELECT id >> ${RESOURCE_SHIFT} FROM value_due UNION ALL
    SELECT ${ROW} >> ${RESOURCE_SHIFT} FROM value_trigram WHERE value_trigram MATCH ${ifShared(scope, expressionOf('value_trigram', phrase), NOTHING)} AND ${inScope(scope)})`
}

/** One of the titles of the resource holds the phrase, as far as the index tells. */
export function titleHolds (phrase: string, id: AnyColumn): SQL {
  return sql`${id} IN (SELECT rowid FROM title_trigram WHERE title_trigram MATCH ${expressionOf('title_trigram', phrase)} AND rowid NOT IN (SELECT id FROM title_due))`
}

/** The resource has a title that is not indexed yet. */
export function isTitleUnindexed (id: AnyColumn): SQL {
  return sql`${id} IN (SELECT id FROM title_due)`
}

/** In FTS5's language. A text shorter than a trigram is the beginning of some: every text is padded at its end. */
function expressionOf (index: TrigramIndex, phrase: string): SQL {
  if ([...phrase].length >= TRIGRAM) return sql`${`"${phrase.replaceAll('"', '""')}"`}`
  return sql`(SELECT coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), ${NOTHING}) FROM ${sql.identifier(`${index}_term`)} WHERE term >= ${phrase} AND term < ${phrase + LAST})`
}

function inScope ({ propertyId, publicOnly }: ValueScope): SQL {
  const mask = (propertyId === undefined ? 0 : PROPERTIES << 1) | (publicOnly ? 1 : 0)
  const bits = (propertyId === undefined ? 0 : (propertyId & PROPERTIES) << 1) | (publicOnly ? 1 : 0)
  return sql`rowid & ${sql.raw(String(mask))} = ${sql.raw(String(bits))}`
}

/** One or the other expression: whether values of another property have the same bits. */
function ifShared ({ propertyId }: ValueScope, shared: SQL, alone: SQL): SQL {
  if (propertyId === undefined) return alone
  return sql`CASE WHEN EXISTS (SELECT 1 FROM property AS other WHERE other.id <> ${propertyId} AND other.id & ${PROPERTY_MASK} = ${propertyId & PROPERTIES}
    AND EXISTS (SELECT 1 FROM value AS others WHERE others.property_id = other.id)) THEN ${shared} ELSE ${alone} END`
}

/**
 * Indexes up to `most` texts of each kind, of those that are due (migration 0007_phrases).
 *
 * @param next lets others be served between two statements.
 * @returns whether there may be more.
 */
export async function indexDueTexts (database: Database, most: number, next: () => Promise<void>): Promise<boolean> {
  // One statement for all that are short: each that touches an index costs a write to the disk. The values of a
  // resource are read once.
  const areMoreValues = await indexDue(database, most, 'value_due', async (due) => {
    await removeRows(database, due)
    await database.run(sql`INSERT INTO value_trigram (rowid, text) SELECT ${rowOf}, ${textOfRow} ${rowsIn(due)}
      HAVING ${lengthOfRow} <= ${LONGEST_PART}`)
    const long = await database.values<[number]>(sql`SELECT ${rowOf} ${rowsIn(due)} HAVING ${lengthOfRow} > ${LONGEST_PART}`)
    for (const [id] of long) await indexLongRow(database, id, next)
  })
  const areMoreTitles = await indexDue(database, most, 'title_due', async (due) => {
    await database.run(sql`DELETE FROM title_trigram WHERE rowid IN (${due})`)
    await database.run(sql`INSERT INTO title_trigram (rowid, text) SELECT ${resource.id}, ${edged(bothTitles)}
      FROM ${resource} WHERE ${resource.id} IN (${due}) AND coalesce(${resource.titleFold}, ${resource.publicTitleFold}) IS NOT NULL`)
  })
  return areMoreValues || areMoreTitles
}

/** @param put indexes the rows whose ids are selected. */
async function indexDue (
  database: Database, most: number, dueTable: string, put: (due: SQL) => Promise<void>
): Promise<boolean> {
  const table = sql.identifier(dueTable)
  const [row] = await database.values<[number | null, number]>(
    sql`SELECT max(id), count(*) FROM (SELECT id FROM ${table} ORDER BY id LIMIT ${most})`
  )
  const [last, total] = row!
  if (last === null) return false
  await put(sql`SELECT id FROM ${table} WHERE id <= ${last}`)
  await database.run(sql`DELETE FROM ${table} WHERE id <= ${last}`)
  return total === most
}

async function removeRows (database: Database, due: SQL): Promise<void> {
  await database.run(sql`DELETE FROM value_trigram WHERE rowid IN (${due})`)
  await database.run(sql`DELETE FROM value_trigram WHERE rowid IN (SELECT id FROM value_trigram_docsize
    WHERE id >= ${FIRST_PART} AND id & (${FIRST_PART} - 1) IN (${due}))`)
}

/** Indexes a row by a statement for each of its parts. */
async function indexLongRow (database: Database, id: number, next: () => Promise<void>): Promise<void> {
  const [row] = await database.values<[string]>(sql`SELECT ${textOfRow} ${rowsIn(sql`SELECT CAST(${id} AS INTEGER) AS id`)}`)
  let number = 0
  for (const part of partsOf(row![0])) {
    await next()
    await database.run(sql`INSERT INTO value_trigram (rowid, text) VALUES (CAST(${id} AS INTEGER) + (${number++} << ${sql.raw(String(ROW_BITS))}), ${part})`)
  }
}

function * partsOf (text: string): Generator<string> {
  for (let begin = 0, end = 0; end < text.length; begin = wholeAt(text, end - OVERLAP)) {
    end = wholeAt(text, Math.min(begin + LONGEST_PART, text.length))
    yield text.slice(begin, end)
  }
}

/** The index, or the one before where a character of two code units would be divided. */
function wholeAt (text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xFFFF ? index - 1 : index
}

/** Rows of `value_trigram` with the values that make them. @param ids selects those that are wanted. */
const rowsIn = (ids: SQL): SQL => sql`FROM (SELECT DISTINCT id >> ${RESOURCE_SHIFT} AS id FROM (${ids})) AS changed
  CROSS JOIN ${value} ON ${value.resourceId} = changed.id
  WHERE (${value.textFold} IS NOT NULL OR ${value.uriFold} IS NOT NULL) AND ${rowOf} IN (${ids}) GROUP BY ${rowOf}`

/** What tells a title that private values have a part in from the one that everybody sees. */
const otherTitle = sql`CASE WHEN ${resource.publicTitleFold} IS NOT ${resource.titleFold} THEN ${escaped(resource.publicTitleFold)} END`
const bothTitles = sql`concat_ws(${EDGE}, ${escaped(resource.titleFold)}, ${otherTitle})`
const rowOf = sql`(${value.resourceId} << ${RESOURCE_SHIFT}) + (${value.propertyId} & ${PROPERTY_MASK}) * 2 + ${value.isPublic}`
const edged = (texts: SQL): SQL => sql`${EDGE} || ${texts} || ${EDGE + EDGE}`
const textOfRow = edged(sql`group_concat(concat_ws(${EDGE}, ${escaped(value.textFold)}, ${escaped(value.uriFold)}), ${EDGE})`)
const lengthOfRow = sql`sum(coalesce(octet_length(${value.textFold}), 0) + coalesce(octet_length(${value.uriFold}), 0))`

function escaped (text: AnyColumn): SQL {
  return sql`replace(${text}, ${EDGE}, ${INSTEAD})`
}
