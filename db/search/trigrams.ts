import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Database } from '../database.js'
import { insertRows } from '../insert-rows.js'
import { inWords, isOneOf } from '../words.js'
import { resource, value } from '../tables/index.js'
import { TOGETHER } from '../sqlite/text-segments.js'
import type { Containment } from './containment.js'

export type { Containment }

/** Which values are searched. @param propertyId undefined: those of all properties. */
export interface ValueScope { readonly propertyId: number | undefined, readonly publicOnly: boolean }

/** Separates the indexed texts of a row, and marks both ends. Unicode reserves it for internal use (noncharacter). */
const EDGE = '\uFDD0'
/** Replaces an EDGE in an indexed text. */
const INSTEAD = '\uFDD1'

/** What is replaced in the index; SQLite takes the last two of Unicode's first plane for U+FFFD. */
const REPLACED = /[\0\uFDD0\uFDD1\uFFFD-\uFFFF]/

/** Number of characters in a trigram. */
const TRIGRAM = 3

/** Maximal number of characters that the index is searched for at once. */
const LONGEST_PHRASE = 100

/** Sorts after all characters of texts. */
const LAST = '\u{10FFFF}'

type TrigramIndex = 'value_trigram' | 'title_trigram'

/** Bits of the property in a row id of `value_trigram`. Properties with the same bits share a row. */
const PROPERTY_BITS = 9
const PROPERTIES = (1 << PROPERTY_BITS) - 1
const PROPERTY_MASK = sql.raw(String(PROPERTIES))
const RESOURCE_SHIFT = sql.raw(String(PROPERTY_BITS + 1))
const NOTHING = sql`'""'`

/**
 * A long row is indexed in parts, each a row of its own; the bits of its id above these are the number of the part.
 */
const ROW_BITS = 44
const ROW = sql.raw(`(rowid & ${2 ** ROW_BITS - 1})`)
const FIRST_PART = sql.raw(String(2 ** ROW_BITS))
const LONGEST_PART = 32_768
/** Code units that two consecutive parts share: more than the longest phrase, which therefore is in one part. */
const OVERLAP = 256

/**
 * The phrase that matches exactly the folded texts that contain `text`, or start or end with it.
 *
 * @returns undefined when the text is empty or has characters that are replaced in the index.
 */
export function phraseOf (containment: Containment, text: string): string | undefined {
  if (text === '' || REPLACED.test(text)) return undefined
  return containment === 'sw' ? EDGE + text : containment === 'ew' ? text + EDGE : text
}

/**
 * The beginning of a long text as a phrase, which matches all texts with the whole and some others. A longer phrase
 * would cost too much memory: FTS5 takes some for each trigram of the phrase at every place where it occurs, which are
 * gigabytes if a long text repeats it thousands of times.
 *
 * @returns undefined when `text` is short enough to be matched whole, or has characters that are replaced in the
 *   index.
 */
export function longPhrasePrefix (containment: Containment, text: string): string | undefined {
  const characters = [...text.slice(0, 2 * LONGEST_PHRASE + 2)]
  if (characters.length <= LONGEST_PHRASE) return undefined
  return phraseOf(containment === 'sw' ? 'sw' : 'in', characters.slice(0, LONGEST_PHRASE).join(''))
}

/** The condition that a folded text contains another, or starts or ends with it, without wildcards. */
export function holds (containment: Containment, column: AnyColumn | SQL, text: string): SQL {
  return inWords((words) => words.holds(containment, column, text))
}

/**
 * Selects the ids of the resources that have a value with the phrase, according to the index. The values of
 * `valuesToRecheck` must be checked in addition.
 */
export function resourcesHolding (phrase: string, scope: ValueScope): SQL {
  return sql`SELECT ${ROW} >> ${RESOURCE_SHIFT} AS id FROM value_trigram
    WHERE value_trigram MATCH ${ifShared(scope, NOTHING, expressionOf('value_trigram', phrase))} AND ${inScope(scope)}
    AND ${ROW} NOT IN (SELECT id FROM value_due)`
}

/**
 * The condition that the index cannot decide about a value: texts of its resource are not indexed yet, or share a row
 * with another property.
 */
export function valuesToRecheck (phrase: string, scope: ValueScope): SQL {
  return sql`${value.resourceId} IN (SELECT id >> ${RESOURCE_SHIFT} FROM value_due UNION ALL
    SELECT ${ROW} >> ${RESOURCE_SHIFT} FROM value_trigram WHERE value_trigram MATCH ${ifShared(scope, expressionOf('value_trigram', phrase), NOTHING)} AND ${inScope(scope)})`
}

/** The condition that a title of the resource contains the phrase, according to the index. */
export function titleHolds (phrase: string, id: AnyColumn): SQL {
  return sql`${id} IN (SELECT rowid FROM title_trigram WHERE title_trigram MATCH ${expressionOf('title_trigram', phrase)} AND rowid NOT IN (SELECT id FROM title_due))`
}

/** The condition that a title of the resource is not indexed yet. */
export function isTitleUnindexed (id: AnyColumn): SQL {
  return sql`${id} IN (SELECT id FROM title_due)`
}

/** The FTS5 expression. A text shorter than a trigram is searched as a prefix; texts are padded so that this works. */
function expressionOf (index: TrigramIndex, phrase: string): SQL {
  if ([...phrase].length >= TRIGRAM) return sql`${`"${phrase.replaceAll('"', '""')}"`}`
  return sql`(SELECT coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), ${NOTHING}) FROM ${sql.identifier(`${index}_term`)} WHERE term >= ${phrase} AND term < ${phrase + LAST})`
}

function inScope ({ propertyId, publicOnly }: ValueScope): SQL {
  const mask = (propertyId === undefined ? 0 : PROPERTIES << 1) | (publicOnly ? 1 : 0)
  const bits = (propertyId === undefined ? 0 : (propertyId & PROPERTIES) << 1) | (publicOnly ? 1 : 0)
  return sql`rowid & ${sql.raw(String(mask))} = ${sql.raw(String(bits))}`
}

/** `shared` if values of another property have the same bits as this property, otherwise `alone`. */
function ifShared ({ propertyId }: ValueScope, shared: SQL, alone: SQL): SQL {
  if (propertyId === undefined) return alone
  return sql`CASE WHEN EXISTS (SELECT 1 FROM property AS other WHERE other.id <> ${propertyId} AND other.id & ${PROPERTY_MASK} = ${propertyId & PROPERTIES}
    AND EXISTS (SELECT 1 FROM value AS others WHERE others.property_id = other.id)) THEN ${shared} ELSE ${alone} END`
}

/**
 * Indexes up to `most` values and up to `most` titles of those that are due (migration 0007_phrases).
 *
 * @param next lets other requests be served between two statements.
 * @returns whether there may be more.
 */
export async function indexDueTexts (database: Database, most: number, next: () => Promise<void>): Promise<boolean> {
  // One statement for all that are short: each that touches an index costs a write to the disk. The values of a
  // resource are read once, unless a row was left out: then it is long, or its values are gone.
  const areMoreValues = await indexDue(database, most, 'value_due', async (due, total) => {
    await removeRows(database, due)
    const { changes } = await database.run(sql`INSERT INTO value_trigram (rowid, text)
      SELECT ${rowOf}, ${textOfRow} ${rowsIn(due)} HAVING ${lengthOfRow} <= ${LONGEST_PART}`)
    if (changes === total) return
    const long = await database.values<[number]>(sql`SELECT ${rowOf} ${rowsIn(due)} HAVING ${lengthOfRow} > ${LONGEST_PART}`)
    for (const [id] of long) await indexLongRow(database, id, next)
  })
  const areMoreTitles = await indexDue(database, most, 'title_due', async (due) => {
    await database.run(sql`DELETE FROM title_trigram WHERE rowid IN (${due})`)
    await database.run(sql`INSERT INTO title_trigram (rowid, text) SELECT ${resource.id}, ${edged(bothTitles)}
      FROM ${resource} WHERE ${resource.id} IN (${due}) AND ${hasTitle}`)
  })
  return areMoreValues || areMoreTitles
}

/** A row of a trigram index: its id, and the text that is indexed under it. */
export type IndexedText = readonly [row: number, text: string]

/** What `value_trigram` is to hold of some resources, in the order of no particular row. */
export async function valueTextsOf (database: Database, ids: readonly number[]): Promise<IndexedText[]> {
  const rows = await database.values<[number, string, number]>(sql`SELECT ${rowOf}, ${textOfRow}, ${lengthOfRow}
    FROM ${value} WHERE ${isOneOf(value.resourceId, ids)}
    AND (${value.textFold} IS NOT NULL OR ${value.uriFold} IS NOT NULL) GROUP BY ${rowOf}`)
  return rows.flatMap(([row, text, length]) => length <= LONGEST_PART
    ? [[row, text] as const]
    : [...partsOf(text)].map((part, number) => [row + number * 2 ** ROW_BITS, part] as const))
}

/** What `title_trigram` is to hold of some resources. */
export async function titleTextsOf (database: Database, ids: readonly number[]): Promise<IndexedText[]> {
  return await database.values<[number, string]>(sql`SELECT ${resource.id}, ${edged(bothTitles)} FROM ${resource}
    WHERE ${isOneOf(resource.id, ids)} AND ${hasTitle}`)
}

/** Rows of `value_trigram` from this id on are further parts of long rows. */
export const FIRST_FURTHER_PART = 2 ** ROW_BITS

/** Rows of an index that are due, with the texts that it is to hold of those that still have any. */
export interface TextsDue {
  readonly rows: readonly number[]
  readonly texts: readonly IndexedText[]
  /** There may be more that is due. */
  readonly isMore: boolean
}

/** Up to `most` rows that are due; undefined when one of them is long. */
export async function textsDue (
  database: Database, index: TrigramIndex, most: number
): Promise<TextsDue | undefined> {
  const table = queueOf(index)
  const found = await database.values<[number]>(sql`SELECT id FROM ${table} ORDER BY id LIMIT ${most}`)
  const rows = found.map(([id]) => id)
  if (rows.length === 0) return { rows, texts: [], isMore: false }
  const due = sql`SELECT id FROM ${table} WHERE id <= ${rows.at(-1)}`
  const texts = await database.values<[number, string | null]>(index === 'value_trigram'
    ? sql`SELECT ${rowOf}, CASE WHEN ${lengthOfRow} <= ${LONGEST_PART} THEN ${textOfRow} END ${rowsIn(due)}`
    : sql`SELECT ${resource.id}, ${edged(bothTitles)} FROM ${resource}
      WHERE ${resource.id} IN (${due}) AND ${hasTitle}`)
  const areAllShort = (all: typeof texts): all is Array<[number, string]> => all.every(([, text]) => text !== null)
  return areAllShort(texts) ? { rows, texts, isMore: rows.length === most } : undefined
}

/** Indexes what was due, if it still is as it was read: those rows that are wanted. */
export async function putTexts (
  database: Database, index: TrigramIndex, { rows, texts }: TextsDue, isWanted: (row: number) => boolean
): Promise<void> {
  const wanted = rows.filter(isWanted)
  if (wanted.length === 0) return
  const due = inWords((words) => words.rowsOf(wanted))
  if (index === 'value_trigram') await removeRows(database, due)
  else await database.run(sql`DELETE FROM title_trigram WHERE rowid IN (${due})`)
  const put = texts.filter(([row]) => isWanted(row)).map(([rowid, text]) => ({ rowid, text }))
  await insertRows(database, ROWS[index], put)
  await database.run(sql`DELETE FROM ${queueOf(index)} WHERE id IN (${due})`)
}

const queueOf = (index: TrigramIndex): SQL =>
  sql`${sql.identifier(index === 'value_trigram' ? 'value_due' : 'title_due')}`

/** The indexes as tables that take rows. */
const rowsTable = <T extends TrigramIndex>(name: T) => sqliteTable(name, { rowid: integer(), text: text() })
const ROWS = { value_trigram: rowsTable('value_trigram'), title_trigram: rowsTable('title_trigram') }

/** The id of the row, or of its first part, with the values of a property. */
export function valueRowOf (resource: number, property: number, isPublic: boolean): number {
  return resource * 2 ** (PROPERTY_BITS + 1) + (property & PROPERTIES) * 2 + Number(isPublic)
}

/** The ids of the rows, or first parts, of resources from one id to another. */
export function valueRowsOf (first: number, last: number): [first: number, last: number] {
  const rows = 2 ** (PROPERTY_BITS + 1)
  return [first * rows, Math.min(last * rows + rows - 1, FIRST_FURTHER_PART - 1)]
}

/** The resource of a row of `value_trigram`, and the row without its part: what `value_due` names. */
export function ownerOfRow (row: number): { resource: number, due: number } {
  const due = row % 2 ** ROW_BITS
  return { resource: Math.floor(due / 2 ** (PROPERTY_BITS + 1)), due }
}

/** Marks rows of an index as due. */
export async function addDueTexts (
  database: Database, index: 'value_trigram' | 'title_trigram', rows: readonly number[]
): Promise<void> {
  await database.run(sql`INSERT OR IGNORE INTO ${queueOf(index)} SELECT value FROM json_each(${JSON.stringify(rows)})`)
}

/** @param put indexes the rows that `due` selects; `total` is their number. */
async function indexDue (
  database: Database, most: number, dueTable: string, put: (due: SQL, total: number) => Promise<void>
): Promise<boolean> {
  const table = sql.identifier(dueTable)
  const [row] = await database.values<[number | null, number]>(
    sql`SELECT max(id), count(*) FROM (SELECT id FROM ${table} ORDER BY id LIMIT ${most}) AS due`
  )
  const [last, total] = row!
  if (last === null) return false
  await put(sql`SELECT id FROM ${table} WHERE id <= ${last}`, total)
  await database.run(sql`DELETE FROM ${table} WHERE id <= ${last}`)
  return total === most
}

async function removeRows (database: Database, due: SQL): Promise<void> {
  // Of those that are there: most of what is due is new, and to prepare for removals takes some statements.
  const indexed = await database.values<[number]>(sql`SELECT id FROM value_trigram_docsize WHERE id IN (${due})
    UNION ALL SELECT id FROM value_trigram_docsize
    WHERE id >= ${FIRST_PART} AND id & (${FIRST_PART} - 1) IN (${due})`)
  if (indexed.length === 0) return
  await setSegments(database, REMOVING)
  const rows = inWords((words) => words.rowsOf(indexed.map(([id]) => id)))
  await database.run(sql`DELETE FROM value_trigram WHERE rowid IN (${rows})`)
  await setSegments(database, USUAL)
}

/**
 * FTS5 keeps the ids of removed rows in a hash table for each segment. As long as that is a single page, the place of
 * an id follows from its last bits. Those are the same in all rows of a property, so a search would compare each row
 * that it visits with all that were removed, up to 256. In several pages ids are spread, and of short pages there are
 * several soon. Nothing is merged meanwhile, because the pages of texts would be as short.
 */
const REMOVING = [['automerge', 0], ['pgsz', 268]] as const
const USUAL = [['pgsz', 4050], ['automerge', TOGETHER]] as const

async function setSegments (database: Database, settings: typeof REMOVING | typeof USUAL): Promise<void> {
  for (const [name, number] of settings) {
    // FTS5 takes no number that has a decimal point, as parameters do.
    await database.run(sql`INSERT INTO value_trigram (value_trigram, rank) VALUES (${name}, ${sql.raw(String(number))})`)
  }
}

/** Indexes a row, with one statement for each of its parts. */
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

/** The index, or the one before it if a surrogate pair would be divided. */
function wholeAt (text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xFFFF ? index - 1 : index
}

/** The rows of `value_trigram` with the values that they are made from. @param ids selects the required ones. */
const rowsIn = (ids: SQL): SQL => sql`FROM (SELECT DISTINCT id >> ${RESOURCE_SHIFT} AS id FROM (${ids})) AS changed
  CROSS JOIN ${value} ON ${value.resourceId} = changed.id
  WHERE (${value.textFold} IS NOT NULL OR ${value.uriFold} IS NOT NULL) AND ${rowOf} IN (${ids}) GROUP BY ${rowOf}`

/** The title from public values, if it differs from the title from all values. */
const otherTitle = sql`CASE WHEN ${resource.publicTitleFold} IS NOT ${resource.titleFold} THEN ${escaped(resource.publicTitleFold)} END`
const hasTitle = sql`coalesce(${resource.titleFold}, ${resource.publicTitleFold}) IS NOT NULL`
const bothTitles = sql`concat_ws(${EDGE}, ${escaped(resource.titleFold)}, ${otherTitle})`
const rowOf = sql`(${value.resourceId} << ${RESOURCE_SHIFT}) + (${value.propertyId} & ${PROPERTY_MASK}) * 2 + ${value.isPublic}`
const edged = (texts: SQL): SQL => sql`${EDGE} || ${texts} || ${EDGE + EDGE}`
const textOfRow = edged(sql`group_concat(concat_ws(${EDGE}, ${escaped(value.textFold)}, ${escaped(value.uriFold)}), ${EDGE})`)
const lengthOfRow = sql`sum(coalesce(octet_length(${value.textFold}), 0) + coalesce(octet_length(${value.uriFold}), 0))`

function escaped (text: AnyColumn): SQL {
  return sql`replace(${text}, ${EDGE}, ${INSTEAD})`
}
