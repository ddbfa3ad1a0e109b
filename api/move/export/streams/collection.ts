import { THUMBNAIL_TYPES, isFileName, storageIdOf, thumbnailName } from '../../../../files/types/names.js'
import type { Representation } from '../../../core/answers/answer.js'
import { BASE } from '../../../core/answers/base.js'
import type { ReadContext } from '../../../resources/definition/read-context.js'
import {
  COLLECTION_FORMAT, END_TYPE, HEADER_TYPE, type CollectionEnd, type CollectionHeader
} from '../../collection/read/collection-file.js'
import { withOwnKeys } from './own-keys.js'
import { represented } from './records.js'
import { setsOf } from './sets.js'
import type { Snapshot } from './snapshot.js'
import type { ExportChunk, ExportTask } from './task.js'

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
    counts: Object.fromEntries(sets.map(({ name, total }) => [name, total]))
  }
  yield { text: `${JSON.stringify(header)}\n`, records: 0, files: [], total }
  let [text, records, files] = ['', 0, [] as string[]]
  let written = 0
  for (const set of sets) {
    for await (const some of represented(set, context)) {
      for (const representation of await withOwnKeys(set.name, some, context)) {
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
