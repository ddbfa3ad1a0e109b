import { createHash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { itemItemSet, itemSet, resource } from '../../../../db/tables/index.js'
import type { NewResource, ResourceFields } from '../../../resources/shared/writing/resource-rows.js'
import { ANNOTATION_FIELDS } from '../../pipeline/resource-batch.js'
import { readRows, type ValueRow } from '../../../values/value-rows.js'

/** A value with the values of its annotation; null when it has none. */
export interface ValueState
  extends Pick<ValueRow, 'propertyId' | 'type' | 'text' | 'lang' | 'uri' | 'linkedId' | 'isPublic'> {
  annotation: ValueState[] | null
  /** The id of its annotation; null or absent: that is not stored. It is not a part of the state. */
  annotationId?: number | null
}

/** Everything that an import can change of an item or item set, except for its media. */
export interface ResourceState {
  fields: ResourceFields
  /** For item sets; null for items. */
  isOpen: boolean | null
  /** For items only. */
  itemSets: number[]
  values: ValueState[]
}

/** The state of a resource; undefined when it does not exist. */
export async function stateOf (database: Database, id: number): Promise<ResourceState | undefined> {
  const [fields] = await database.select({
    ownerId: resource.ownerId,
    isPublic: resource.isPublic,
    classId: resource.classId,
    templateId: resource.templateId,
    thumbnailId: resource.thumbnailId
  }).from(resource).where(eq(resource.id, id))
  if (fields === undefined) return undefined
  const [set] = await database.select({ isOpen: itemSet.isOpen }).from(itemSet).where(eq(itemSet.id, id))
  const sets = await database.select({ id: itemItemSet.itemSetId }).from(itemItemSet)
    .where(eq(itemItemSet.itemId, id)).orderBy(asc(itemItemSet.itemSetId))
  return {
    fields,
    isOpen: set?.isOpen ?? null,
    itemSets: sets.map((row) => row.id),
    values: await valuesOf(database, id)
  }
}

async function valuesOf (database: Database, resourceId: number): Promise<ValueState[]> {
  const values: ValueState[] = []
  for (const row of await readRows(database, resourceId)) {
    const { propertyId, type, text, lang, uri, linkedId, isPublic, annotationId } = row
    const annotation = annotationId === null ? null : await valuesOf(database, annotationId)
    values.push({ propertyId, type, text, lang, uri, linkedId, isPublic, annotation, annotationId })
  }
  return values
}

/** A state as JSON, without the ids of annotations, to store it or compare it. */
export function stateText (state: ResourceState | ValueState[] | null): string {
  return JSON.stringify(state, (key, member: unknown) => key === 'annotationId' ? undefined : member)
}

/** A digest by which changes are detected. */
export function digestOf (state: ResourceState): string {
  return createHash('sha256').update(stateText(state)).digest('base64')
}

/** What is written to bring a resource into a state. */
export function contentOf ({ fields, isOpen, itemSets, values }: ResourceState): NewResource {
  const parts = isOpen === null ? { kind: 'item' as const, itemSets } : { kind: 'item_set' as const, isOpen }
  return { fields, ...parts, ...rowsOf(values) }
}

/** The rows of values, and the annotations that are to be stored for them. */
function rowsOf (values: readonly ValueState[]): Pick<NewResource, 'values' | 'annotations'> {
  const annotations = new Map<ValueRow, NewResource>()
  const rows = values.map(({ annotation, annotationId = null, ...value }) => {
    const row: ValueRow = { ...value, annotationId }
    if (annotation !== null && annotationId === null) {
      annotations.set(row, { kind: 'value_annotation', fields: ANNOTATION_FIELDS, ...rowsOf(annotation) })
    }
    return row
  })
  return { values: rows, annotations }
}
