import { createHash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { itemItemSet, itemSet, resource } from '../../../../db/tables/index.js'
import type { ResourceFields } from '../../../resources/shared/writing/resource-rows.js'
import { readRows, type ValueRow } from '../../../values/value-rows.js'

/** A value without ids of its own rows. */
export interface ValueState
  extends Pick<ValueRow, 'propertyId' | 'type' | 'text' | 'lang' | 'uri' | 'linkedId' | 'isPublic'> {
  /** The values of its annotation; null when it has none. */
  annotation: ValueState[] | null
}

/** Everything that an import can change of an item or item set, except for its media, as JSON. */
export interface ResourceState {
  fields: ResourceFields
  /** For item sets only. */
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
  const stored = await withAnnotations(database, await readRows(database, resourceId))
  return stored.map(({ row: { propertyId, type, text, lang, uri, linkedId, isPublic }, annotation }) => (
    { propertyId, type, text, lang, uri, linkedId, isPublic, annotation }
  ))
}

/** A stored value with its annotation. */
export interface StoredValue { row: ValueRow, annotation: ValueState[] | null }

/** Stored rows of values with their annotations. */
export async function withAnnotations (database: Database, rows: readonly ValueRow[]): Promise<StoredValue[]> {
  const stored: StoredValue[] = []
  for (const row of rows) {
    stored.push({ row, annotation: row.annotationId === null ? null : await valuesOf(database, row.annotationId) })
  }
  return stored
}

/** A digest by which later changes are detected. */
export function digestOf (state: ResourceState): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64')
}
