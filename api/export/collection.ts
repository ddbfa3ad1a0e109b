import { and, eq } from 'drizzle-orm'
import { isResourceVisible } from '../../db/search/viewer.js'
import { isOneOf } from '../../db/sqlite.js'
import { media, resource } from '../../db/tables/index.js'
import { BASE } from '../answer.js'
import type { ReadContext } from '../read-context.js'
import type { ResourceType } from '../resource-type.js'
import { scopeOf, selectIds } from '../search/selection.js'
import {
  COLLECTION_FORMAT, END_TYPE, HEADER_TYPE, type CollectionEnd, type CollectionHeader
} from '../transfer/collection-file.js'
import { Turns } from '../turns.js'
import { allRecords, foundRecords, recordsOf, represented, type RecordSet } from './records.js'
import type { Snapshot } from './snapshot.js'
import { storedNames } from './stored-names.js'
import type { ExportChunk, ExportSelection, ExportTask } from './task.js'

/** Characters of lines that are sent together. */
const PIECE = 64 * 1024

/**
 * A collection file (docs/export.md): a header, one line for each record as REST shows it, and an end. The result of a
 * search on items has their media, too; links lead wherever they lead.
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
      for (const representation of some) {
        text += `${JSON.stringify(representation).replaceAll(BASE, base)}\n`
        records++
        if (filesFolder !== null) files.push(...storedNames(representation))
        if (text.length < PIECE) continue
        yield { text, records, files }
        written += records
        ;[text, records, files] = ['', 0, []]
      }
    }
  }
  const end: CollectionEnd = { '@type': END_TYPE, records: written + records }
  yield { text: `${text}${JSON.stringify(end)}\n`, records, files }
}

type NamedSet = RecordSet & { readonly name: string }

/** What the lines of a collection file show, type by type. */
async function setsOf (
  selection: ExportSelection, context: ReadContext, definitions: ReadonlyMap<string, ResourceType>
): Promise<NamedSet[]> {
  if ('type' in selection) {
    const type = definitions.get(selection.type)!
    const found = { name: type.name, ...await foundRecords(type, selection.query, context, false) }
    if (type.name !== 'items') return [found]
    const ofItems = await mediaOf(found, definitions.get('media')!, context)
    return [found, { name: 'media', ...ofItems }]
  }
  const sets: NamedSet[] = []
  for (const name of selection.types) {
    const type = name === 'value_annotations' ? annotations(definitions.get('resources')!) : definitions.get(name)!
    sets.push({ name, ...await allRecords(type, context) })
  }
  return sets
}

/** Value annotations have no addresses of their own; among all resources they are shown like the others. */
function annotations (resources: ResourceType): ResourceType {
  return {
    ...resources,
    name: 'value_annotations',
    scope: eq(resource.kind, 'value_annotation'),
    visible: isResourceVisible
  }
}

/** The media of items that the viewer may see. */
async function mediaOf (items: RecordSet, type: ResourceType, context: ReadContext): Promise<RecordSet> {
  const turns = new Turns()
  const parts: Int32Array[] = []
  for await (const ids of items.ids()) {
    parts.push(await selectIds(type, context, and(scopeOf(type, context), isOneOf(media.itemId, ids))))
    await turns.next()
  }
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return recordsOf(type, all.sort())
}
