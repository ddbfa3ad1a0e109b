import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { item, media, property, resourceClass, user } from '../../../../db/tables/index.js'
import { THUMBNAIL_TYPES, isFileName, storageIdOf, thumbnailName } from '../../../../files/types/names.js'
import { reference } from '../../../core/answers/addresses.js'
import type { Representation } from '../../../core/answers/answer.js'
import { BASE } from '../../../core/answers/base.js'
import { typedDate } from '../../../core/answers/dates.js'
import type { ReadContext } from '../../../resources/definition/read-context.js'
import {
  COLLECTION_FORMAT, END_TYPE, HEADER_TYPE, OWN_KEYS, type CollectionEnd, type CollectionHeader
} from '../../collection/read/collection-file.js'
import { represented } from './records.js'
import { setsOf } from './sets.js'
import type { ExportChunk, ExportTask, Snapshot } from './task.js'

/** Approximate chunk size. */
const CHUNK_CHARACTERS = 64 * 1024

/**
 * A collection file (docs/export.md): a header, one line per record in its REST representation, and an end. The result
 * of a search for items includes their media; links may lead outside the file.
 */
export async function * collection (task: ExportTask, snapshot: Snapshot): AsyncGenerator<ExportChunk> {
  const { selection, base, filesFolder } = task
  const context: ReadContext = { ...snapshot.context, namesAnnotations: true }
  const sets = await setsOf(selection, context, snapshot.definitions)
  const total = sets.reduce((sum, set) => sum + set.total, 0)
  const header: CollectionHeader = {
    '@type': HEADER_TYPE,
    format: COLLECTION_FORMAT,
    source: `${base}/api`,
    moment: snapshot.moment.toISOString(),
    complete: 'types' in selection,
    files: filesFolder,
    counts: Object.fromEntries(sets.map(({ type, total }) => [type.name, total]))
  }
  yield { text: `${JSON.stringify(header)}\n`, records: 0, files: [], total }
  let [text, records, files] = ['', 0, [] as string[]]
  let written = 0
  for (const set of sets) {
    for await (const some of represented(set, context)) {
      for (const representation of await withOwnKeys(set.type.name, some, context)) {
        text += `${JSON.stringify(representation).replaceAll(BASE, base)}\n`
        records++
        if (filesFolder !== null) files.push(...storedNames(representation))
        if (text.length < CHUNK_CHARACTERS) continue
        yield { text, records, files }
        written += records
        ;[text, records, files] = ['', 0, []]
      }
    }
  }
  const end: CollectionEnd = { '@type': END_TYPE, records: written + records }
  yield { text: `${text}${JSON.stringify(end)}\n`, records, files }
}

/** Names of stored files of a media or asset, from its representation. */
function storedNames (representation: Representation): string[] {
  const { 'o:filename': name } = representation
  if (typeof name !== 'string') return []
  if (representation['@type'] === 'o:Asset') return [`asset/${name}`].filter(isFileName)
  const { 'o:original_url': original, 'o:thumbnail_urls': thumbnails } = representation
  const storageId = storageIdOf(`original/${name}`)
  const pictures = Array.isArray(thumbnails) ? [] : THUMBNAIL_TYPES.map((type) => thumbnailName(type, storageId))
  return [...(typeof original === 'string' ? [`original/${name}`] : []), ...pictures].filter(isFileName)
}

/** Loads members that REST does not show, by id. */
type Load = (database: Database, ids: readonly number[]) => Promise<Map<number, Representation>>

/** Loads a member from a column. @param show represents what the column has. */
const member = (
  name: string,
  table: SQLiteTable & { id: SQLiteColumn },
  column: SQLiteColumn,
  show: (stored: number | null) => unknown = (stored) => stored
): Load => async (database, ids) => {
  const rows = await database.select({ id: table.id, stored: column }).from(table).where(isOneOf(table.id, ids))
  return new Map(rows.map(({ id, stored }) => [id as number, { [name]: show(stored as number | null) }]))
}

const showOwner = (id: number | null): unknown => reference('users', id)

const LOAD: Readonly<Record<string, Load>> = {
  properties: member(OWN_KEYS.owner, property, property.ownerId, showOwner),
  resource_classes: member(OWN_KEYS.owner, resourceClass, resourceClass.ownerId, showOwner),
  users: member(OWN_KEYS.modified, user, user.modified, typedDate),
  items: member(OWN_KEYS.primaryMedia, item, item.primaryMediaId),
  media: member(OWN_KEYS.position, media, media.position)
}

/**
 * Adds to records the members that REST does not show but an identical copy needs (collection-file.ts).
 * @param type name of their type.
 */
async function withOwnKeys (
  type: string, records: readonly Representation[], { database, viewer }: ReadContext
): Promise<readonly Representation[]> {
  const load = LOAD[type]
  // Other viewers could learn of media that they may not see.
  if (load === undefined || !viewer.viewsAll) return records
  const own = await load(database, records.map((record) => record['o:id'] as number))
  return records.map((record) => ({ ...record, ...own.get(record['o:id'] as number) }))
}
