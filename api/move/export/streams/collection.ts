import { getTableColumns } from 'drizzle-orm'
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

const owners = (table: typeof property | typeof resourceClass): Load => async (database, ids) => {
  const { id, ownerId } = getTableColumns(table)
  const rows = await database.select({ id, ownerId }).from(table).where(isOneOf(table.id, ids))
  return new Map(rows.map((row) => [row.id, { [OWN_KEYS.owner]: reference('users', row.ownerId) }]))
}

const LOAD: Readonly<Record<string, Load>> = {
  properties: owners(property),
  resource_classes: owners(resourceClass),
  async users (database, ids) {
    const rows = await database.select({ id: user.id, modified: user.modified }).from(user).where(isOneOf(user.id, ids))
    return new Map(rows.map(({ id, modified }) => [id, { [OWN_KEYS.modified]: typedDate(modified) }]))
  },
  async items (database, ids) {
    const rows = await database.select().from(item).where(isOneOf(item.id, ids))
    return new Map(rows.map(({ id, primaryMediaId }) => [id, { [OWN_KEYS.primaryMedia]: primaryMediaId }]))
  },
  async media (database, ids) {
    const rows = await database.select({ id: media.id, position: media.position }).from(media)
      .where(isOneOf(media.id, ids))
    return new Map(rows.map(({ id, position }) => [id, { [OWN_KEYS.position]: position }]))
  }
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
