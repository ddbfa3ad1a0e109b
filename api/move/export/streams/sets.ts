import { and, eq } from 'drizzle-orm'
import { concatenated } from '../../../../db/query/statements/id-sets.js'
import { isResourceVisible } from '../../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { media, resource } from '../../../../db/tables/index.js'
import type { ReadContext } from '../../../resources/definition/read-context.js'
import type { ResourceType } from '../../../resources/definition/resource-type.js'
import { scopeOf, selectIds } from '../../../search/query/selection.js'
import { Turns } from '../../../core/sequence/turns.js'
import { allRecords, foundRecords, recordsOf, type RecordSet } from './records.js'
import type { ExportSelection } from './task.js'

/** The records of an export by type; the result of a search for items includes their media. */
export async function setsOf (
  selection: ExportSelection, context: ReadContext, definitions: ReadonlyMap<string, ResourceType>
): Promise<RecordSet[]> {
  if ('type' in selection) {
    const type = definitions.get(selection.type)!
    const found = await foundRecords(type, selection.query, context, false)
    return type.name === 'items' ? [found, await mediaOf(found, definitions.get('media')!, context)] : [found]
  }
  const sets: RecordSet[] = []
  for (const name of selection.types) {
    const type = name === 'value_annotations' ? annotations(definitions.get('resources')!) : definitions.get(name)!
    sets.push(await allRecords(type, context))
  }
  return sets
}

/** A resource type for value annotations, which have no URLs of their own but are represented like other resources. */
function annotations (resources: ResourceType): ResourceType {
  return {
    ...resources,
    name: 'value_annotations',
    scope: eq(resource.kind, 'value_annotation'),
    visible: isResourceVisible
  }
}

/** The media of items, as far as the viewer may see them. */
async function mediaOf (items: RecordSet, type: ResourceType, context: ReadContext): Promise<RecordSet> {
  const parts: Int32Array[] = []
  for await (const ids of new Turns().each(items.ids())) {
    parts.push(await selectIds(type, context, and(scopeOf(type, context), isOneOf(media.itemId, ids))))
  }
  return recordsOf(type, concatenated(parts).sort())
}
