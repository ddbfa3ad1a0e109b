import path from 'node:path'
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import { asset, importChange, job, media, resource, user } from '../../../../db/tables/index.js'
import { viewerOf } from '../../../access/access.js'
import { OPERATOR } from '../../../core/calls/actor.js'
import type { JobRun } from '../../../runtime/jobs/job-class.js'
import { UNFINISHED, type JobStatus } from '../../../runtime/jobs/job-rows.js'
import type { AfterCommit } from '../../../core/calls/call.js'
import { deleteMedia } from '../../../resources/media/write.js'
import { deleteResources } from '../../../resources/shared/writing/delete-resources.js'
import { ResourceRows, type ResourceFields } from '../../../resources/shared/writing/resource-rows.js'
import type { Services } from '../../../resources/definition/services.js'
import type { WriteContext } from '../../../resources/definition/read-context.js'
import { ImportError } from '../../pipeline/problems.js'
import { RecordMap } from '../../pipeline/record-map.js'
import { kindsOf } from '../records/matching.js'
import { contentOf, digestOf, stateOf, type ResourceState, type ValueState } from './resource-state.js'
import { replaceValues } from './value-changes.js'
import { counted } from '../../../core/text/nouns.js'

const CHANGES_PER_TRANSACTION = 100

export interface UndoSummary {
  /** Items, item sets and media that the import had created, now deleted. */
  deleted: number
  /** Resources restored to their state before the import. */
  restored: number
  /** Ids of resources that were edited or deleted since the import and are left as they are, up to a thousand. */
  left: number[]
  /** Number of these. */
  leftTotal: number
}

/** The changes of an import that can still be undone. */
export interface Undoable {
  created: number
  updated: number
  /** The client's name of the file. */
  filename: string | undefined
  /** Some of the items and item sets that it has created. */
  first: Array<{ id: number, kind: string, title: string | null }>
}

/** Created resources that `first` lists. */
const FIRST_MAX = 10

const LEFT_IDS_MAX = 1000

/** What can be undone of an import; undefined when the job is not an import, does not exist, or has not ended. */
export async function undoableOf (database: Database, jobId: number, name: string): Promise<Undoable | undefined> {
  const [row] = await database.select({ class: job.class, status: job.status, args: job.args }).from(job)
    .where(eq(job.id, jobId))
  if (row === undefined || row.class !== name || UNFINISHED.includes(row.status as JobStatus)) return undefined
  const [changes] = await database.select({ all: count(), updated: count(importChange.before) }).from(importChange)
    .where(eq(importChange.jobId, jobId))
  const { all, updated } = changes!
  const first = await database.select({ id: resource.id, kind: resource.kind, title: resource.title })
    .from(importChange).innerJoin(resource, eq(resource.id, importChange.resourceId))
    .where(and(eq(importChange.jobId, jobId), isNull(importChange.before), inArray(resource.kind, ['item', 'item_set'])))
    .orderBy(asc(resource.id)).limit(FIRST_MAX)
  const { filename, file } = (row.args ?? {}) as { filename?: string, file?: string }
  return {
    created: all - updated,
    updated,
    filename: filename ?? (file === undefined ? undefined : path.basename(file)),
    first
  }
}

/**
 * Undoes an import as a job: deletes what it created, with media and files, and restores what it updated unless that
 * was edited since. The same transaction deletes the stored changes, so that an interrupted undo can be resumed.
 * @throws ImportError
 */
export async function undoImport (
  services: Services,
  jobId: number,
  name: string,
  { log, advance }: Pick<JobRun, 'log' | 'advance'>,
  onProgress: (done: number, total: number) => Promise<void>
): Promise<UndoSummary> {
  const { store } = services
  const undoable = await undoableOf(store.read, jobId, name)
  if (undoable === undefined) throw new ImportError(`Job ${jobId} is not an import that has ended.`)
  const total = undoable.created + undoable.updated
  const summary: UndoSummary = { deleted: 0, restored: 0, left: [], leftTotal: 0 }
  let done = 0
  for (let changed = await undoSome(services, jobId, summary); changed > 0;) {
    done += changed
    await advance(done, total)
    await onProgress(done, total)
    changed = await undoSome(services, jobId, summary)
  }
  const { deleted, restored, leftTotal, left } = summary
  await log(`${counted(deleted, 'resource')} deleted, ${restored} restored, ${leftTotal} left because of later edits.`)
  if (left.length > 0) await log(`Left as edited: ${left.join(', ')}${leftTotal > left.length ? ', …' : ''}.`)
  return summary
}

/** @returns the number of processed changes. */
async function undoSome (services: Services, jobId: number, summary: UndoSummary): Promise<number> {
  const { store } = services
  const reading = await services.readingToWrite(viewerOf(OPERATOR))
  let afterCommit: AfterCommit | undefined
  const counts = await store.writePatiently(async (database) => {
    const context: WriteContext = { ...services.writing(reading, { actor: OPERATOR }), database }
    const changes = await database.select().from(importChange).where(eq(importChange.jobId, jobId))
      // Updates first, because deleting their link targets would change them.
      .orderBy(sql`${importChange.before} IS NULL`, desc(importChange.resourceId)).limit(CHANGES_PER_TRANSACTION)
    let restored = 0
    const left: number[] = []
    for (const { resourceId, before, after } of changes) {
      if (before === null) continue
      if (await restore(context, resourceId, before as ResourceState, after)) restored++
      else left.push(resourceId)
    }
    const made = changes.filter(({ before }) => before === null).map(({ resourceId }) => resourceId)
    const deletion = await deleteMade(context, made)
    afterCommit = deletion.afterCommit
    await database.delete(importChange)
      .where(and(eq(importChange.jobId, jobId), isOneOf(importChange.resourceId, changes.map((row) => row.resourceId))))
    return { changes: changes.length, deleted: deletion.number, restored, left }
  })
  await afterCommit?.()
  summary.deleted += counts.deleted
  summary.restored += counts.restored
  summary.leftTotal += counts.left.length
  summary.left.push(...counts.left.slice(0, LEFT_IDS_MAX - summary.left.length))
  return counts.changes
}

/**
 * Deletes what an import created, including media of items, and the stored labels, so that it can be imported again.
 */
async function deleteMade (
  context: WriteContext, made: readonly number[]
): Promise<{ number: number, afterCommit: AfterCommit | undefined }> {
  const { database } = context
  const kinds = await kindsOf(database, made)
  const items = made.filter((id) => kinds.get(id) === 'item')
  const ofItems = await database.select({ id: media.id }).from(media).where(isOneOf(media.itemId, items))
  const mediaIds = [...made.filter((id) => kinds.get(id) === 'media'), ...ofItems.map(({ id }) => id)]
  const afterCommit = await deleteMedia(context, [...new Set(mediaIds)])
  await deleteResources(database, made.filter((id) => kinds.has(id) && kinds.get(id) !== 'media'))
  await RecordMap.forget(database, 'labels', made)
  return { number: kinds.size, afterCommit }
}

/** @returns false when the resource was edited or deleted since, and is left as it is. */
async function restore (
  context: WriteContext, id: number, before: ResourceState, digest: string | null
): Promise<boolean> {
  const { database, terms } = context
  const current = await stateOf(database, id)
  if (current === undefined || digestOf(current) !== digest) return false
  const present = await kindsOf(database, [...linksOf(before.values), ...before.itemSets])
  // Does not check the template's required properties, which may have changed since.
  await new ResourceRows(terms).rewrite(database, id, contentOf({
    fields: await possibleFields(context, before.fields),
    isOpen: before.isOpen,
    itemSets: before.itemSets.filter((one) => present.has(one)),
    values: replaceValues(current.values, possible(before.values, present, terms), false, () => true)
  }))
  return true
}

function linksOf (values: readonly ValueState[]): number[] {
  return values.flatMap(({ linkedId, annotation }) => [
    ...linkedId === null ? [] : [linkedId],
    ...annotation === null ? [] : linksOf(annotation)
  ])
}

/** Values whose properties and targets still exist. @param present the resources that exist. */
function possible (values: readonly ValueState[], present: ReadonlyMap<number, unknown>, terms: Terms): ValueState[] {
  return values
    .filter(({ propertyId, linkedId }) =>
      terms.properties.byId.get(propertyId) !== undefined && (linkedId === null || present.has(linkedId)))
    .map((value) => ({
      ...value, annotation: value.annotation === null ? null : possible(value.annotation, present, terms)
    }))
}

/** Fields without references to deleted rows. */
async function possibleFields ({ database, terms }: WriteContext, fields: ResourceFields): Promise<ResourceFields> {
  const { ownerId, classId, templateId, thumbnailId } = fields
  const isThere = async (table: typeof user | typeof asset, id: number | null): Promise<boolean> =>
    id !== null && (await database.select({ id: table.id }).from(table).where(eq(table.id, id))).length > 0
  return {
    ...fields,
    ownerId: await isThere(user, ownerId) ? ownerId : null,
    classId: classId !== null && terms.classes.byId.get(classId) !== undefined ? classId : null,
    templateId: templateId !== null && terms.templates.has(templateId) ? templateId : null,
    thumbnailId: await isThere(asset, thumbnailId) ? thumbnailId : null
  }
}
