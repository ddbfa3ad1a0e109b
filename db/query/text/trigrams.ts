import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { Database } from '../statements/database.js'
import { inDialect, isOneOf, type Containment } from '../statements/dialect.js'
import { resource, value } from '../../tables/index.js'
import {
  DUE_OF_ROW, DUE_OF_VALUE, isRowOf, MAX_PARTS, NEXT_PART, RESOURCE_OF_DUE,
  RESOURCE_OF_ROW, ROW_OF_DUE, ROW_OF_VALUE, sharesRows
} from './text-rows.js'

export type { Containment }

/** Limits the values that are searched. `propertyId` undefined: any property. */
export interface ValueScope { readonly propertyId: number | undefined, readonly publicOnly: boolean }

/** Separates the indexed texts of a row, and marks both ends. Unicode reserves it for internal use (noncharacter). */
const EDGE = '\uFDD0'
/** Replaces an EDGE in an indexed text. */
const INSTEAD = '\uFDD1'

/** Characters that are replaced in the index. SQLite treats U+FFFE and U+FFFF as U+FFFD. */
const REPLACED = /[\0\uFDD0\uFDD1\uFFFD-\uFFFF]/

/** Number of characters in a trigram. */
const TRIGRAM = 3

/** Maximum number of characters of a phrase in one search of the index. */
const PHRASE_MAX_CHARACTERS = 100

/** Sorts after all characters of texts. */
const LAST = '\u{10FFFF}'

type TrigramIndex = 'value_trigram' | 'title_trigram'

const NOTHING = sql`'""'`

/**
 * Texts up to this number of code units are indexed in one part; longer ones in several, unless there would be too
 * many.
 */
const PART_MAX_UNITS = 32_768
const NOTHING_DUE = sql`NOT EXISTS (SELECT 1 FROM value_due)`
const FIRST_ROW = sql.raw(ROW_OF_DUE)
const STEP = sql.raw(String(NEXT_PART))
/**
 * Code units that two consecutive parts share: more than the longest phrase, so that each phrase is completely within
 * one part.
 */
const OVERLAP_UNITS = 256

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
 * The beginning of a long text as a phrase, which matches all texts that contain the whole text, and some others. A
 * longer phrase would need too much memory: FTS5 allocates some for each trigram of the phrase at each occurrence,
 * which adds up to gigabytes if a long text repeats it thousands of times.
 *
 * @returns undefined if `text` is short enough to be matched whole, or has characters that are replaced in the index.
 */
export function longPhrasePrefix (containment: Containment, text: string): string | undefined {
  const characters = [...text.slice(0, 2 * PHRASE_MAX_CHARACTERS + 2)]
  if (characters.length <= PHRASE_MAX_CHARACTERS) return undefined
  return phraseOf(containment === 'sw' ? 'sw' : 'in', characters.slice(0, PHRASE_MAX_CHARACTERS).join(''))
}

/** The condition that a folded text contains another, or starts or ends with it, without wildcards. */
export function holds (containment: Containment, column: AnyColumn | SQL, text: string): SQL {
  return inDialect((dialect) => dialect.holds(containment, column, text))
}

/**
 * Selects the ids of resources with a value that contains the phrase, according to the index. The values of
 * `valuesToRecheck` must be checked in addition.
 *
 * @returns two queries, one of which finds nothing: each found row is looked up in the queue only while the queue is
 * not empty.
 */
export function resourcesHolding (phrase: string, scope: ValueScope): [SQL, SQL] {
  const expression = ifShared(scope, NOTHING, expressionOf('value_trigram', phrase))
  const matching = (expression: SQL): SQL => sql`SELECT ${RESOURCE_OF_ROW} AS id FROM value_trigram
    WHERE value_trigram MATCH ${expression} AND ${inScope(scope)}`
  return [
    matching(sql`CASE WHEN ${NOTHING_DUE} THEN ${expression} ELSE ${NOTHING} END`),
    sql`${matching(sql`CASE WHEN ${NOTHING_DUE} THEN ${NOTHING} ELSE ${expression} END`)}
      AND ${DUE_OF_ROW} NOT IN (SELECT id FROM value_due)`
  ]
}

/**
 * The condition that the index cannot decide about a value: texts of its resource are not indexed yet, or share a row
 * with another property.
 */
export function valuesToRecheck (phrase: string, scope: ValueScope): SQL {
  return sql`${value.resourceId} IN (SELECT ${RESOURCE_OF_DUE} FROM value_due UNION ALL
    SELECT ${RESOURCE_OF_ROW} FROM value_trigram WHERE value_trigram MATCH ${ifShared(scope, expressionOf('value_trigram', phrase), NOTHING)} AND ${inScope(scope)})`
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

const inScope = ({ propertyId, publicOnly }: ValueScope): SQL => isRowOf(propertyId, publicOnly)

/** `shared` if values of another property have the same bits as this property, otherwise `alone`. */
function ifShared ({ propertyId }: ValueScope, shared: SQL, alone: SQL): SQL {
  if (propertyId === undefined) return alone
  return sql`CASE WHEN EXISTS (SELECT 1 FROM property AS other WHERE other.id <> ${propertyId} AND ${sharesRows(sql`other.id`, propertyId)}
    AND EXISTS (SELECT 1 FROM value AS others WHERE others.property_id = other.id)) THEN ${shared} ELSE ${alone} END`
}

/**
 * Indexes up to `most` queued values and up to `most` queued titles (migration 0007_phrases).
 *
 * @param next lets other requests be served between two statements. @returns whether there may be more.
 */
export async function indexDueTexts (database: Database, most: number, next: () => Promise<void>): Promise<boolean> {
  const areMoreValues = await indexDue(database, most, 'value_due', async (due, total) => {
    await removeRows(database, due)
    await indexRows(database, rowsIn(due), total, next)
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

/** The rows that `value_trigram` should contain for the given resources, in any order. */
export async function valueTextsOf (database: Database, ids: readonly number[]): Promise<IndexedText[]> {
  const rows = await database.values<[number, string, number]>(sql`SELECT ${ROW_OF_VALUE}, ${textOfRow}, ${lengthOfRow}
    FROM ${value} WHERE ${isOneOf(value.resourceId, ids)} AND ${hasText} GROUP BY ${ROW_OF_VALUE}`)
  return rows.flatMap(([row, text, length]) => length <= PART_MAX_UNITS
    ? [[row, text] as const]
    : [...partsOf(text)].map((part, number) => [row + number * NEXT_PART, part] as const))
}

/**
 * The rows that `title_trigram` should contain for the given resources: the titles of resources to which values link
 * or have linked.
 */
export async function titleTextsOf (database: Database, ids: readonly number[]): Promise<IndexedText[]> {
  return await database.values<[number, string]>(sql`SELECT ${resource.id}, ${edged(bothTitles)} FROM ${resource}
    WHERE ${isOneOf(resource.id, ids)} AND ${hasTitle}
    AND (${resource.id} IN (SELECT id FROM title_trigram_docsize)
      OR EXISTS (SELECT 1 FROM ${value} WHERE ${value.linkedId} = ${resource.id}))`)
}

const queueOf = (index: TrigramIndex): SQL =>
  sql`${sql.identifier(index === 'value_trigram' ? 'value_due' : 'title_due')}`

/** Queues rows of an index. */
export async function addDueTexts (
  database: Database, index: TrigramIndex, due: readonly number[]
): Promise<void> {
  await database.run(sql`INSERT OR IGNORE INTO ${queueOf(index)} SELECT value FROM json_each(${JSON.stringify(due)})`)
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

/** Removes the rows of queued ids, with all their parts. */
async function removeRows (database: Database, due: SQL): Promise<void> {
  // Only existing rows are deleted, because most queued ids are new. A row is found even if its first part is missing.
  const indexed = await database.values<[number]>(sql`WITH RECURSIVE given(id) AS (${due}), found(id) AS (
    SELECT indexed.id FROM (
      SELECT ${FIRST_ROW} AS row FROM given UNION ALL SELECT ${FIRST_ROW} + ${STEP} FROM given
    ) AS first CROSS JOIN value_trigram_docsize AS indexed ON indexed.id = first.row
    UNION SELECT next.id FROM found CROSS JOIN value_trigram_docsize AS next ON next.id = found.id + ${STEP}
  ) SELECT id FROM found`)
  if (indexed.length === 0) return
  const rows = inDialect((dialect) => dialect.rowsOf(indexed.map(([id]) => id)))
  await database.run(sql`DELETE FROM value_trigram WHERE rowid IN (${rows})`)
}

/**
 * Adds new rows to the index.
 *
 * @param rows SQL for their values, grouped by row. @param total maximum number of rows.
 */
async function indexRows (
  database: Database, rows: SQL, total: number, next: () => Promise<void>
): Promise<void> {
  // One statement for all short rows, because each statement that touches an index costs a write to the disk. The
  // values are read a second time only if rows are missing: then these are long, or their values are gone.
  const { changes } = await database.run(sql`INSERT INTO value_trigram (rowid, text)
    SELECT ${ROW_OF_VALUE} AS id, ${textOfRow} ${rows} HAVING ${lengthOfRow} <= ${PART_MAX_UNITS} ORDER BY id`)
  if (changes === total) return
  const long = await database.values<[number, number]>(sql`SELECT ${DUE_OF_VALUE}, ${ROW_OF_VALUE} AS id ${rows}
    HAVING ${lengthOfRow} > ${PART_MAX_UNITS} ORDER BY id`)
  for (const [id, row] of long) await indexLongRow(database, id, row, next)
}

/** Indexes a long row, with one statement for each of its parts. */
async function indexLongRow (
  database: Database, due: number, first: number, next: () => Promise<void>
): Promise<void> {
  const [texts] = await database.values<[string]>(sql`SELECT ${textOfRow} ${rowsIn(sql`SELECT CAST(${due} AS INTEGER) AS id`)}`)
  let row = first
  for (const part of partsOf(texts![0])) {
    await next()
    await database.run(sql`INSERT INTO value_trigram (rowid, text) VALUES (CAST(${row} AS INTEGER), ${part})`)
    row += NEXT_PART
  }
}

function * partsOf (text: string): Generator<string> {
  const most = Math.max(PART_MAX_UNITS, Math.ceil(text.length / MAX_PARTS) + 2 * OVERLAP_UNITS)
  for (let begin = 0, end = 0; end < text.length; begin = wholeAt(text, end - OVERLAP_UNITS)) {
    end = wholeAt(text, Math.min(begin + most, text.length))
    yield text.slice(begin, end)
  }
}

/** The index, or the one before it if it would split a surrogate pair. */
function wholeAt (text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xFFFF ? index - 1 : index
}

const hasText = sql`(${value.textFold} IS NOT NULL OR ${value.uriFold} IS NOT NULL)`

/** SQL for the values of queued ids, grouped by row. @param due selects the queued ids. */
const rowsIn = (due: SQL): SQL => sql`FROM (SELECT DISTINCT ${RESOURCE_OF_DUE} AS id FROM (${due})) AS changed
  CROSS JOIN ${value} ON ${value.resourceId} = changed.id
  WHERE ${hasText} AND ${DUE_OF_VALUE} IN (${due})
  GROUP BY ${ROW_OF_VALUE}`

/** The title from public values, if it differs from the title from all values. */
const otherTitle = sql`CASE WHEN ${resource.publicTitleFold} IS NOT ${resource.titleFold} THEN ${escaped(resource.publicTitleFold)} END`
const hasTitle = sql`coalesce(${resource.titleFold}, ${resource.publicTitleFold}) IS NOT NULL`
const bothTitles = sql`concat_ws(${EDGE}, ${escaped(resource.titleFold)}, ${otherTitle})`
const edged = (texts: SQL): SQL => sql`${EDGE} || ${texts} || ${EDGE + EDGE}`
const textOfRow = edged(sql`group_concat(concat_ws(${EDGE}, ${escaped(value.textFold)}, ${escaped(value.uriFold)}), ${EDGE})`)
const lengthOfRow = sql`sum(coalesce(octet_length(${value.textFold}), 0) + coalesce(octet_length(${value.uriFold}), 0))`

function escaped (text: AnyColumn): SQL {
  return sql`replace(${text}, ${EDGE}, ${INSTEAD})`
}
