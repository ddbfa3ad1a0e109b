import { and, asc, eq } from 'drizzle-orm'
import { ordered } from '../../../../db/query/conditions/order.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { importChange, itemItemSet, itemSet, media, resource } from '../../../../db/tables/index.js'
import type { ResourceFields } from '../../../resources/shared/writing/resource-rows.js'
import { saveResource } from '../../../resources/shared/writing/write.js'
import { readRows, refuseMissing, type ValueRow } from '../../../values/value-rows.js'
import type { WriteContext } from '../../../resources/definition/read-context.js'
import type { Ingestion } from './ingestion.js'
import { propertiesNamed, type ImportRecord, type RecordMedia, type RecordValue } from '../records/record.js'
import { digestOf, stateOf, withAnnotations, type ResourceState, type ValueState } from './snapshot.js'
import { differ, inStoredOrder, replaceValues, type WantedValue } from './value-changes.js'

/** The planned changes of an update. */
export interface Plan {
  id: number
  fields: ResourceFields
  /** Undefined: unchanged. */
  isOpen: boolean | undefined
  itemSets: number[] | undefined
  before: ValueRow[]
  after: ValueRow[]
  isChanged: boolean
}

/** A record whose targets are resolved where possible: NaN represents one without an id. */
export interface Resolved {
  record: ImportRecord
  values: RecordValue[]
  itemSets: number[]
}

/**
 * Plans the update of a resource. The keys of the record replace what the resource has: the values of each property,
 * class, template, visibility, owner and item sets; everything else is unchanged.
 * @param replaces also remove what the record does not have, except for the owner.
 * @returns undefined when the resource does not exist any more.
 */
export async function planOf (
  { database, terms }: Pick<WriteContext, 'database' | 'terms'>,
  id: number,
  { record, values, itemSets }: Resolved,
  replaces: boolean
): Promise<Plan | undefined> {
  const [current] = await database.select().from(resource).where(eq(resource.id, id))
  if (current === undefined) return undefined
  const isGiven = (key: string): boolean => replaces || record.named.has(key)
  const fields: ResourceFields = {
    ownerId: record.ownerId ?? current.ownerId,
    isPublic: isGiven('o:is_public') ? record.isPublic : current.isPublic,
    classId: isGiven('class') ? record.classId : current.classId,
    templateId: isGiven('o:resource_template') ? record.templateId : current.templateId,
    thumbnailId: current.thumbnailId
  }
  const before = await readRows(database, id)
  const stored = await withAnnotations(database, before)
  const wanted = values.map((value): WantedValue => ({
    ...stateOfValue(value), isPublic: value.isPublic, keepsAnnotation: !replaces
  }))
  const ordered = inStoredOrder(stored, wanted, record.unordered)
  const named = propertiesNamed(record.named, terms)
  const after = replaceValues(stored, ordered, (propertyId) => replaces || named.has(propertyId), terms)
  const isOpen = record.kind === 'item_set' && isGiven('o:is_open')
    ? await changedOpenness(database, id, record.isOpen)
    : undefined
  const sets = record.kind === 'item' && isGiven('o:item_set') ? await changedSets(database, id, itemSets) : undefined
  const keys = Object.keys(fields) as Array<keyof ResourceFields>
  const isFieldChanged = keys.some((key) => fields[key] !== current[key])
  const isChanged = isFieldChanged || isOpen !== undefined || sets !== undefined || differ(before, after)
  return { id, fields, isOpen, itemSets: sets, before, after, isChanged }
}

/**
 * Checks whether an update is allowed. @throws ValidationError when a property that the template requires has no
 * value.
 */
export function checkPlan ({ after, fields }: Plan, { terms }: Pick<WriteContext, 'terms'>): void {
  refuseMissing(after, fields.templateId, terms)
}

/** Applies an update within a transaction, and stores the earlier state with the job. @throws ValidationError */
export async function applyPlan (context: WriteContext, plan: Plan, jobId: number | undefined): Promise<void> {
  const { database } = context
  const { id, fields, isOpen, itemSets, before, after } = plan
  const earlier = jobId === undefined ? undefined : await stateOf(database, id)
  await saveResource(context, id, fields, before, after)
  if (isOpen !== undefined) await database.update(itemSet).set({ isOpen }).where(eq(itemSet.id, id))
  if (itemSets !== undefined) await setItemSets(database, id, itemSets)
  if (jobId !== undefined) await keepState(database, jobId, id, earlier)
}

/** If a job updates a resource twice, the state before its first update is retained. */
async function keepState (
  database: Database, jobId: number, resourceId: number, before: ResourceState | undefined
): Promise<void> {
  const state = await stateOf(database, resourceId)
  const after = state === undefined ? null : digestOf(state)
  const [known] = await database.select({ before: importChange.before }).from(importChange)
    .where(and(eq(importChange.jobId, jobId), eq(importChange.resourceId, resourceId)))
  if (known === undefined) await database.insert(importChange).values({ jobId, resourceId, before, after })
  else if (known.before !== null) {
    await database.update(importChange).set({ after })
      .where(and(eq(importChange.jobId, jobId), eq(importChange.resourceId, resourceId)))
  }
}

export async function setItemSets (database: Database, itemId: number, sets: readonly number[]): Promise<void> {
  await database.delete(itemItemSet).where(eq(itemItemSet.itemId, itemId))
  for (const itemSetId of sets) await database.insert(itemItemSet).values({ itemId, itemSetId })
}

/** The media of a record that its item does not have yet, and the position of its last one. */
export async function missingMedia (
  database: Database, itemId: number, wanted: readonly RecordMedia[], ingestion: Ingestion
): Promise<{ media: RecordMedia[], position: number }> {
  const stored = await database.select().from(media).where(eq(media.itemId, itemId)).orderBy(ordered(media.position, 'desc'))
  const missing: RecordMedia[] = []
  const unused = new Set(stored)
  for (const one of wanted) {
    const digest = await ingestion.digestOf(one)
    const same = [...unused].find((row) => digest === undefined ? isSame(row, one) : row.sha256 === digest)
    if (same === undefined) missing.push(one)
    else unused.delete(same)
  }
  return { media: missing, position: Math.max(stored.length, stored[0]?.position ?? 0) }
}

/** Whether a stored media was created from this media object, which has no local file. */
function isSame (row: typeof media.$inferSelect, { payload }: RecordMedia): boolean {
  if (row.ingester !== payload['o:ingester']) return false
  if (row.ingester === 'html') return (row.data as { html?: unknown } | null)?.html === payload.html
  return row.source !== null && row.source === (payload['o:source'] ?? payload.ingest_url)
}

function stateOfValue ({ row, annotation }: RecordValue): ValueState {
  const { propertyId, type, text, lang, uri, linkedId, isPublic } = row
  const annotated = annotation === null ? null : annotation.map(stateOfValue)
  return { propertyId, type, text, lang, uri, linkedId, isPublic, annotation: annotated }
}

async function changedOpenness (database: Database, id: number, isOpen: boolean): Promise<boolean | undefined> {
  const [row] = await database.select({ isOpen: itemSet.isOpen }).from(itemSet).where(eq(itemSet.id, id))
  return row?.isOpen === isOpen ? undefined : isOpen
}

async function changedSets (database: Database, id: number, wanted: readonly number[]): Promise<number[] | undefined> {
  const rows = await database.select({ id: itemItemSet.itemSetId }).from(itemItemSet)
    .where(eq(itemItemSet.itemId, id)).orderBy(asc(itemItemSet.itemSetId))
  const sorted = [...wanted].sort((a, b) => a - b)
  return rows.length === sorted.length && rows.every((row, at) => row.id === sorted[at]) ? undefined : sorted
}

/** The ids that still belong to resources. */
export async function existing (database: Database, ids: readonly number[]): Promise<Set<number>> {
  const rows = await database.select({ id: resource.id }).from(resource).where(isOneOf(resource.id, ids))
  return new Set(rows.map((row) => row.id))
}
