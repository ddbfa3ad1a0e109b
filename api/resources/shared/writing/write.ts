import { eq, or, sql } from 'drizzle-orm'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import { prepared } from '../../../../db/query/statements/prepared.js'
import { rowsWithSameTexts } from '../../../../db/query/text/moved-texts.js'
import { ANONYMOUS_VIEWER } from '../../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { changed, updateRow } from '../../../../db/query/statements/update-row.js'
import {
  asset, resource, resourceClass, resourceTemplate, value, type ResourceKind
} from '../../../../db/tables/index.js'
import { checkType } from '../../../access/access.js'
import { withoutScope } from '../../../core/calls/actor.js'
import type { Payload, UpdateCall } from '../../../core/calls/call.js'
import { NotFoundError } from '../../../core/calls/errors.js'
import { isNumeric, toFlag } from '../../../core/text/numbers.js'
import { referencedId } from '../../../core/calls/payload.js'
import { now } from '../../../core/answers/dates.js'
import { Turns } from '../../../core/sequence/turns.js'
import { unknownAmong } from '../../../core/calls/unknown-keys.js'
import type { WriteContext } from '../../definition/write-context.js'
import { withConverted, withoutCleared, withVisibility } from './bulk-keys.js'
import { knownKeys } from './known-keys.js'
import { ownerAfter, ownerOfNew } from './owner.js'
import { findReference, type ReferencedTable } from './references.js'
import { refuseMissing } from './required-values.js'
import { addSortTexts, replaceSortTexts } from '../titles/stored-sort-texts.js'
import { titleColumns, titlesOf } from '../titles/titles.js'
import { reuseRows } from '../../../values/reuse-rows.js'
import { checkLinks, parseValues, refuseDropped, refuseTooMany, type ValueDraft } from '../../../values/value-drafts.js'
import { changedColumns, columnsOf, newRow, overwritten, readRows, type ValueRow } from '../../../values/value-rows.js'

/** Maximum number of values per INSERT statement. */
const STATEMENT_MAX_VALUES = 250

/** A statement also ends with the value that brings its texts above this number of characters. */
const STATEMENT_MAX_CHARACTERS = 200_000

/**
 * Inserts a resource of any kind with its values (docs/contract/resources.md §8). The caller inserts the row of its
 * kind.
 *
 * @param inheritedOwner the default owner if the payload contains none. @returns its id.
 */
export async function createResource (
  context: WriteContext,
  kind: ResourceKind,
  payload: Payload,
  inheritedOwner: number | null = null
): Promise<number> {
  const { database, terms } = context
  const fields = {
    ownerId: await ownerOfNew(context, context.types.ofKind(kind).entity, payload, inheritedOwner),
    isPublic: payload['o:is_public'] === undefined ? true : toFlag(payload['o:is_public']),
    ...await references(context, payload, NO_REFERENCES)
  }
  const rows = (await valuesOf(context, kind, payload)).map(newRow)
  refuseMissing(rows, fields.templateId, terms)
  const created = now()
  const titles = titleColumns(titlesOf(rows, fields.templateId, terms))
  const id = (await insertRows(database, resource, [{ kind, ...fields, ...titles, created, modified: created }]))!
  await saveRows(context, id, [], rows)
  await addSortTexts(context, id, rows)
  return id
}

const rowOf = prepared((database) =>
  database.select().from(resource).where(eq(resource.id, sql.placeholder('id'))).prepare())

/** @throws NotFoundError */
async function rowWith ({ database }: WriteContext, id: number): Promise<typeof resource.$inferSelect> {
  const row = await rowOf(database, ANONYMOUS_VIEWER).get({ id })
  if (row === undefined) throw NotFoundError.entity('Resource', id)
  return row
}

/**
 * Updates a resource of any kind and its values: completely, or with `call.partial` only what the payload contains.
 */
export async function updateResource (
  context: WriteContext,
  id: number,
  payload: Payload,
  call: UpdateCall
): Promise<void> {
  const { database, dataTypes } = context
  const current = await rowWith(context, id)
  const isGiven = (key: string): boolean => call.partial !== true || key in payload
  const ownerId = await ownerAfter(context, context.types.ofKind(current.kind).entity, payload, current.ownerId)
  const given = await references(context, payload, current)
  // Annotations are represented without `o:is_public`, so sending one back unchanged must not make it public.
  const isPublicUnlessGiven = call.partial === true || current.kind === 'value_annotation' ? current.isPublic : true
  const fields = {
    ownerId,
    isPublic: payload['o:is_public'] === undefined ? isPublicUnlessGiven : toFlag(payload['o:is_public']),
    classId: isGiven('o:resource_class') ? given.classId : current.classId,
    templateId: isGiven('o:resource_template') ? given.templateId : current.templateId,
    thumbnailId: isGiven('o:thumbnail') ? given.thumbnailId : current.thumbnailId
  }
  const before = await readRows(database, id)
  const remaining = withVisibility(withoutCleared(before, payload), payload)
  const drafts = await valuesOf(context, current.kind, payload, call)
  const replaced = call.reusesRows === true && drafts.length > 0
    ? reuseRows(remaining, drafts, fields.templateId, context.terms)
    : undefined
  const after = withConverted(replaced ?? merged(remaining, drafts, call), payload, dataTypes)
  refuseMissing(after, fields.templateId, context.terms)
  await replaceResource(context, current, fields, before, after)
}

/** The columns of a resource that a write may change, except the ones computed from its values. */
export type ResourceFields =
  Pick<typeof resource.$inferSelect, 'ownerId' | 'isPublic' | 'classId' | 'templateId' | 'thumbnailId'>

/**
 * Stores the changed fields and values of a resource, and the titles and sort texts computed from them.
 *
 * @param before the stored values. @param after the new values: rows with ids of `before`, and new rows. @throws
 * ValidationError if a property that the template requires has no value.
 */
export async function saveResource (
  context: WriteContext,
  id: number,
  fields: ResourceFields,
  before: readonly ValueRow[],
  after: ValueRow[]
): Promise<void> {
  refuseMissing(after, fields.templateId, context.terms)
  await storeResource(context, id, fields, before, after)
}

/** As `saveResource`, for restoring an earlier state, which may lack values that the template now requires. */
export async function storeResource (
  context: WriteContext,
  id: number,
  fields: ResourceFields,
  before: readonly ValueRow[],
  after: ValueRow[]
): Promise<void> {
  await replaceResource(context, await rowWith(context, id), fields, before, after)
}

/** @param current the stored row of the resource. */
async function replaceResource (
  context: WriteContext,
  current: typeof resource.$inferSelect,
  fields: ResourceFields,
  before: readonly ValueRow[],
  after: ValueRow[]
): Promise<void> {
  const { database, terms } = context
  const { id } = current
  const titles = titlesOf(after, fields.templateId, terms)
  const isTitled = titles.full === current.title && titles.shown === current.publicTitle
  const wanted: Partial<typeof current> = { ...fields, ...(!isTitled && titleColumns(titles)) }
  const columns = changed<Partial<typeof current>>(current, wanted)
  await updateRow(database, resource, id, { ...columns, modified: now() })
  await saveRows(context, id, before, after)
  await replaceSortTexts(context, id, before, after)
}

/** Deletes resources with their values, the values that link to them, and the annotations of both. */
export async function deleteResource ({ database }: WriteContext, ids: readonly number[]): Promise<void> {
  for (let next = ids; next.length > 0;) {
    const annotations = await database.select({ id: value.annotationId }).from(value)
      .where(or(isOneOf(value.resourceId, next), isOneOf(value.linkedId, next)))
    await database.delete(resource).where(isOneOf(resource.id, next))
    next = annotations.flatMap((row) => row.id ?? [])
  }
}

type References = Pick<typeof resource.$inferSelect, 'classId' | 'templateId' | 'thumbnailId'>

const NO_REFERENCES: References = { classId: null, templateId: null, thumbnailId: null }

/** @param present the present references of the resource, which need not be looked up again. */
async function references (context: WriteContext, payload: Payload, present: References): Promise<References> {
  const find = async (
    table: ReferencedTable, entity: string, given: unknown, current: number | null
  ): Promise<number | null> => {
    const id = referencedId(given)
    return isNumeric(id) && Number(id) === current ? current : await findReference(context, table, entity, given)
  }
  return {
    classId: await find(resourceClass, 'ResourceClass', payload['o:resource_class'], present.classId),
    templateId: await find(resourceTemplate, 'ResourceTemplate', payload['o:resource_template'], present.templateId),
    thumbnailId: await find(asset, 'Asset', payload['o:thumbnail'], present.thumbnailId)
  }
}

async function valuesOf (
  context: WriteContext, kind: ResourceKind, payload: Payload, { listenerKeys }: Pick<UpdateCall, 'listenerKeys'> = {}
): Promise<ValueDraft[]> {
  const { call, terms } = context
  const parsed = parseValues(payload, context)
  refuseTooMany(parsed, call.valueLimit)
  const unknown = unknownAmong(parsed.others, knownKeys(kind, payload), () => terms.properties.terms(), listenerKeys)
  if (call.strict === true) refuseDropped(parsed, unknown)
  if (unknown.length + parsed.dropped.length > 0) call.onIgnored?.(unknown.concat(parsed.dropped))
  await checkLinks(context, parsed.drafts)
  return parsed.drafts
}

/**
 * Incoming values overwrite the stored ones row by row (docs/contract/values.md §5–§6). With PATCH, a payload without
 * any value leaves the stored ones unchanged.
 */
function merged (
  rows: ValueRow[],
  drafts: ValueDraft[],
  { partial = false, collectionAction = 'replace' }: UpdateCall
): ValueRow[] {
  if (collectionAction === 'append') return [...rows, ...drafts.map(newRow)]
  if (collectionAction === 'remove' || (partial && drafts.length === 0)) return rows
  return drafts.map((draft, at) => rows[at] === undefined ? newRow(draft) : overwritten(rows[at], draft))
}

async function saveRows (
  context: WriteContext,
  resourceId: number,
  before: readonly ValueRow[],
  after: ValueRow[]
): Promise<void> {
  const { database } = context
  const remainingIds = new Set<number | undefined>()
  for (const row of after) remainingIds.add(row.id)
  const known = new Map<number | undefined, ValueRow>()
  const gone: ValueRow[] = []
  for (const row of before) {
    known.set(row.id, row)
    if (!remainingIds.has(row.id)) gone.push(row)
  }
  if (gone.length > 0) await database.delete(value).where(isOneOf(value.id, gone.map((row) => row.id)))
  await deleteResource(context, gone.flatMap((row) => row.annotationId ?? []))
  const turns = new Turns()
  for (const row of after) {
    if (row.annotation === undefined || (row.annotation === null && row.annotationId === null)) continue
    await turns.next()
    const annotationId = await saveAnnotation(context, row.annotationId, row.annotation)
    row.isChanged ||= annotationId !== row.annotationId
    row.annotationId = annotationId
  }
  const rewritten = after.filter((row) => row.id !== undefined && row.isChanged)
  // A row object that was modified in place no longer shows what is stored.
  const storedOf = (row: ValueRow): ValueRow | undefined => known.get(row.id) === row ? undefined : known.get(row.id)
  const rewrite = async (): Promise<void> => {
    for (const row of rewritten) {
      await turns.next()
      const stored = storedOf(row)
      const columns = stored === undefined ? columnsOf(resourceId, row) : changedColumns(stored, row)
      await updateRow(database, value, row.id!, columns)
    }
  }
  // If values have only moved, most properties still have equal texts and need not be reindexed.
  const areMoved = rewritten.length > 1 && rewritten.every((row) => storedOf(row) !== undefined)
  if (areMoved) await database.$native.keepIndexed(rowsWithSameTexts(resourceId, before, after), rewrite)
  else await rewrite()
  await insertValues(context, resourceId, after.filter((row) => row.id === undefined), turns)
}

/**
 * Inserts the values of a resource in their order, in short statements so that other requests are served in between.
 */
async function insertValues (
  { database }: WriteContext,
  resourceId: number,
  rows: readonly ValueRow[],
  turns: Turns
): Promise<void> {
  let batch: Array<typeof value.$inferInsert> = []
  let characters = 0
  for (const row of rows) {
    if (batch.length === STATEMENT_MAX_VALUES || characters > STATEMENT_MAX_CHARACTERS) {
      await insertRows(database, value, batch)
      batch = []
      characters = 0
      await turns.next()
    }
    batch.push(columnsOf(resourceId, row))
    characters += (row.text?.length ?? 0) + (row.uri?.length ?? 0)
  }
  // A single text may have megabytes, and computing its keys, its row and its representation each takes a while.
  await turns.next()
  await insertRows(database, value, batch)
  await turns.next()
}

/**
 * Creates, updates or deletes the annotation of a value that is being written (docs/contract/values.md §10).
 *
 * @returns its id.
 */
async function saveAnnotation (
  context: WriteContext,
  annotationId: number | null,
  annotation: Payload | null
): Promise<number | null> {
  if (annotation === null) {
    await deleteResource(context, [annotationId!])
    return null
  }
  // An actor who may write the annotated resource may write its annotations, even with a key that is limited to the
  // type of that resource.
  const { entity } = context.types.ofKind('value_annotation')
  checkType(withoutScope(context.actor), 'create', { ...context.types.ofKind('item'), entity })
  if (annotationId === null) return await createResource(context, 'value_annotation', annotation)
  await updateResource(context, annotationId, annotation, { ...context.call, partial: false })
  return annotationId
}
