import { sql, type SQL } from 'drizzle-orm'
import { idsOf } from '../../../../db/query/statements/prepared.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { FullTextIndex } from '../../../../db/query/tokens/full-text-tokens.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { media, resource, sitePageBlock, value } from '../../../../db/tables/index.js'
import { withWhatShows } from './what-shows.js'

/** A document of more bytes is long: it is indexed in a transaction of its own, in a thread. */
const LONG_DOCUMENT_MIN_BYTES = 64 * 1024

/** Maximal size in bytes of the documents that are indexed by one statement. */
const GROUP_MAX_BYTES = 512 * 1024

/** Groups of documents, each indexed by one statement, and the documents that are too long for a group. */
interface Division { groups: number[][], long: number[] }

/**
 * Divides documents by the size of their text, so that no statement blocks other writes for long.
 *
 * @param takesLong puts long documents into groups, too.
 */
export async function divide (
  database: Database, index: FullTextIndex, ids: readonly number[], takesLong = false
): Promise<Division> {
  const sizes = new Map(await database.values<[number, number]>(
    sql`SELECT id, coalesce(sum(size), 0)
      FROM (${index === 'fulltext' ? resourceSizes(ids) : pageSizes(ids)}) AS parts GROUP BY id`
  ))
  const division: Division = { groups: [], long: [] }
  let group: number[] = []
  let together = 0
  for (const id of ids) {
    const size = sizes.get(id) ?? 0
    if (size > LONG_DOCUMENT_MIN_BYTES && !takesLong) {
      division.long.push(id)
      continue
    }
    if (group.length === 0 || together + size > GROUP_MAX_BYTES) {
      division.groups.push(group = [])
      together = 0
    }
    group.push(id)
    together += size
  }
  return division
}

/** SQLite reads the length of a text from the row header, without reading the text. */
const textSize = sql`coalesce(octet_length(${value.text}), 0) + coalesce(octet_length(${value.uri}), 0)`

/** Rough sizes of the texts that `resourceTexts` collects, in several rows per id. */
const resourceSizes = (ids: readonly number[]): SQL => sql`
  SELECT ${value.resourceId} AS id, ${textSize} + coalesce(octet_length(${resource.title}), 0) AS size
    FROM ${value} LEFT JOIN ${resource} ON ${resource.id} = ${value.linkedId} WHERE ${isOneOf(value.resourceId, ids)}
  UNION ALL SELECT described.resource_id, ${textSize} FROM ${value} AS described
    JOIN ${value} ON ${value.resourceId} = described.annotation_id
    WHERE described.annotation_id IS NOT NULL AND ${isOneOf(sql`described.resource_id`, ids)}
  UNION ALL SELECT ${media.itemId}, ${textSize} FROM ${media} JOIN ${value} ON ${value.resourceId} = ${media.id}
    WHERE ${isOneOf(media.itemId, ids)}
  UNION ALL SELECT ${media.itemId}, octet_length(${media.data}) FROM ${media} WHERE ${isOneOf(media.itemId, ids)}
  UNION ALL SELECT ${media.id}, octet_length(${media.data}) FROM ${media} WHERE ${isOneOf(media.id, ids)}`

const pageSizes = (ids: readonly number[]) => sql`SELECT ${sitePageBlock.pageId} AS id,
  octet_length(${sitePageBlock.data}) AS size FROM ${sitePageBlock} WHERE ${isOneOf(sitePageBlock.pageId, ids)}`

/** Whether none of the resources is long, nor any that shows them (what-shows.ts). */
export async function areShort (database: Database, ids: readonly number[]): Promise<boolean> {
  const long = await idsOf(database, sql`SELECT id
    FROM (${resourceSizes(await withWhatShows(database, ids))}) AS parts GROUP BY id
    HAVING coalesce(sum(size), 0) > ${LONG_DOCUMENT_MIN_BYTES}`)
  return long.length === 0
}
