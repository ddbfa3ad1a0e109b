import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../../db/query/statements/prepared.js'
import { ANONYMOUS_VIEWER } from '../../../../db/query/statements/viewer.js'
import { resource, type ResourceKind } from '../../../../db/tables/index.js'
import { checkType } from '../../../access/access.js'
import { withoutScope } from '../../../core/calls/actor.js'
import type { Call, Payload, UpdateCall } from '../../../core/calls/call.js'
import { NotFoundError, type ErrorCollector } from '../../../core/calls/errors.js'
import { toFlag } from '../../../core/calls/given.js'
import { Turns } from '../../../core/sequence/turns.js'
import { ignoredAmong, settle, unknownAmong } from '../../../core/calls/unknown-keys.js'
import type { WriteContext } from '../../definition/read-context.js'
import { withConverted, withoutCleared, withVisibility } from './bulk-keys.js'
import { deleteResources } from './delete-resources.js'
import { Fields } from './fields.js'
import { titlesOf } from '../titles/titles.js'
import { knownKeys } from './known-keys.js'
import { findReference, ownerAfter, ownerOfNew, referenceAfter, TARGETS, type Target } from './references.js'
import { changeResource } from './resource-changes.js'
import { ResourceRows, type NewResource } from './resource-rows.js'
import { byId, reuseRows, unseenRows } from '../../../values/reuse-rows.js'
import { checkLinks, parseValues, refuseDropped, refuseTooMany, type ValueDraft } from '../../../values/value-drafts.js'
import { VALUE_KEYS } from '../../../values/value-keys.js'
import { newRow, overwritten, readRows, refuseMissing, type ValueRow } from '../../../values/value-rows.js'

/**
 * Reads and checks a new resource of any kind from its payload (docs/contract/resources.md §8).
 *
 * @param inheritedOwner the default owner if the payload contains none. @param errors see `refuseMissing`.
 */
export async function newResource (
  context: WriteContext,
  kind: ResourceKind,
  payload: Payload,
  inheritedOwner: number | null = null,
  errors?: ErrorCollector
): Promise<NewResource> {
  const fields = {
    ownerId: await ownerOfNew(context, context.types.ofKind(kind).entity, payload, inheritedOwner),
    isPublic: payload['o:is_public'] === undefined || toFlag(payload['o:is_public']),
    classId: await findReference(context, TARGETS.resourceClass, payload['o:resource_class']),
    templateId: await findReference(context, TARGETS.resourceTemplate, payload['o:resource_template']),
    thumbnailId: await findReference(context, TARGETS.asset, payload['o:thumbnail'])
  }
  const values = (await valuesOf(context, kind, payload)).map(newRow)
  refuseMissing(values, fields.templateId, context.terms, errors)
  // A copy may still hold the title of what it was copied from.
  settleTitle(payload, () => titlesOf(values, fields.templateId, context.terms).full !== null, context.call)
  const annotations = new Map<ValueRow, NewResource>()
  const turns = new Turns()
  for (const row of values) {
    if (row.annotation === undefined || row.annotation === null) continue
    await turns.next()
    annotations.set(row, await newAnnotation(context, row.annotation))
  }
  return { kind, fields, values, annotations }
}

/** Inserts a resource. @returns its id. */
export async function insertResource ({ database, terms }: WriteContext, content: NewResource): Promise<number> {
  return await new ResourceRows(terms).insertNew(database, content)
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
 *
 * @param errors see `refuseMissing`.
 */
export async function updateResource (
  context: WriteContext,
  id: number,
  payload: Payload,
  call: UpdateCall,
  errors?: ErrorCollector
): Promise<void> {
  const { database, dataTypes } = context
  // Sent together to a remote database.
  const [current, before] = await Promise.all([rowWith(context, id), readRows(database, id)])
  const given = new Fields(payload, call)
  const refersTo = async (key: string, target: Target, stored: number | null): Promise<number | null> =>
    await referenceAfter(context, given, key, target, stored)
  // Annotations are represented without `o:is_public`, so sending one back unchanged must not make it public.
  const isPublicIfAbsent = current.kind === 'value_annotation' ? current.isPublic : true
  const fields = {
    ownerId: await ownerAfter(context, context.types.ofKind(current.kind).entity, payload, current.ownerId),
    isPublic: given.flag('o:is_public', isPublicIfAbsent, current.isPublic),
    classId: await refersTo('o:resource_class', TARGETS.resourceClass, current.classId),
    templateId: await refersTo('o:resource_template', TARGETS.resourceTemplate, current.templateId),
    thumbnailId: await refersTo('o:thumbnail', TARGETS.asset, current.thumbnailId)
  }
  const remaining = withVisibility(withoutCleared(before, payload), payload)
  const drafts = await valuesOf(context, current.kind, payload, call)
  const written = await rowsAfter(context, id, remaining, drafts, call, fields.templateId)
  const after = withConverted(written, payload, dataTypes)
  refuseMissing(after, fields.templateId, context.terms, errors)
  settleTitle(payload, (title) => {
    const { full, shown } = titlesOf(after, fields.templateId, context.terms)
    return [current.title, current.publicTitle, full, shown].includes(title)
  }, call)
  await saveAnnotations(context, after)
  await changeResource(database, context.terms, current, fields, before, after)
}

/**
 * Reports a title that was sent and is none of the resource, because titles are made of values only.
 *
 * @param isTitle called only if one was sent. @throws ValidationError if the call is strict.
 */
function settleTitle ({ 'o:title': given }: Payload, isTitle: (title: string) => boolean, call: Call): void {
  if (given === undefined || given === null || given === '' || isTitle(given as string)) return
  settle([{ key: 'o:title', problem: 'The title is that of the values, for example of dcterms:title.' }], call)
}

async function valuesOf (
  context: WriteContext, kind: ResourceKind, payload: Payload, { listenerKeys }: Pick<UpdateCall, 'listenerKeys'> = {}
): Promise<ValueDraft[]> {
  const { call, terms } = context
  const parsed = parseValues(payload, context)
  refuseTooMany(parsed, call.valueLimit)
  const { others, dropped, unknownKeys, malformedKeys } = parsed
  let ignored = others.length === 0
    ? []
    : ignoredAmong(payload, others, knownKeys(kind, payload), () => terms.properties.terms(), listenerKeys)
  // Listeners of the application may have added keys to the values that a client sends back.
  if (unknownKeys.size > 0 && listenerKeys === undefined) {
    ignored = ignored.concat(unknownAmong(unknownKeys, VALUE_KEYS, () => []))
  }
  if (malformedKeys.size > 0) ignored = ignored.concat([...malformedKeys.values()])
  if (call.strict === true) refuseDropped(parsed, ignored)
  if (ignored.length + dropped.length > 0) call.onIgnored?.(ignored.concat(dropped))
  await checkLinks(context, parsed.drafts)
  return parsed.drafts
}

/**
 * The rows after an update. Incoming values overwrite the stored ones row by row (docs/contract/values.md §5–§6). With
 * PATCH, a payload without any value leaves the stored ones unchanged. Those that the actor does not see, such as links
 * to hidden resources, stay: a client that writes back what it has read cannot send them.
 */
async function rowsAfter (
  context: WriteContext, id: number, rows: ValueRow[], drafts: ValueDraft[], call: UpdateCall, templateId: number | null
): Promise<ValueRow[]> {
  const { original, partial = false, collectionAction = 'replace' } = call
  if (original !== undefined && isDeepStrictEqual(drafts, parseValues(original, context).drafts)) return rows
  if (collectionAction === 'append') return [...rows, ...drafts.map(newRow)]
  if (collectionAction === 'remove' || (partial && drafts.length === 0)) return rows
  const unseen = new Set(await unseenRows(context, id, rows))
  const seen = rows.filter((row) => !unseen.has(row))
  const isReused = original !== undefined && drafts.length > 0
  const reused = isReused ? reuseRows(seen, drafts, templateId, context.terms) : undefined
  const merged = reused ??
    drafts.map((draft, at) => seen[at] === undefined ? newRow(draft) : overwritten(seen[at], draft))
  return [...unseen, ...merged].sort(byId)
}

async function saveAnnotations (context: WriteContext, rows: readonly ValueRow[]): Promise<void> {
  const turns = new Turns()
  for (const row of rows) {
    if (row.annotation === undefined || (row.annotation === null && row.annotationId === null)) continue
    await turns.next()
    row.annotationId = await saveAnnotation(context, row.annotationId, row.annotation)
  }
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
    await deleteResources(context.database, [annotationId!])
    return null
  }
  if (annotationId === null) return await insertResource(context, await newAnnotation(context, annotation))
  checkAnnotating(context)
  await updateResource(context, annotationId, annotation, { ...context.call, partial: false })
  return annotationId
}

async function newAnnotation (context: WriteContext, annotation: Payload): Promise<NewResource> {
  checkAnnotating(context)
  return await newResource(context, 'value_annotation', annotation)
}

/**
 * An actor who may write the annotated resource may write its annotations, even with a key that is limited to the type
 * of that resource.
 */
function checkAnnotating ({ actor, types }: WriteContext): void {
  const { entity } = types.ofKind('value_annotation')
  checkType(withoutScope(actor), 'create', { ...types.ofKind('item'), entity })
}
