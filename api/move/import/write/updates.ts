import { and, eq } from 'drizzle-orm'
import { ordered } from '../../../../db/query/conditions/order.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { importChange, media } from '../../../../db/tables/index.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import { ResourceRows } from '../../../resources/shared/writing/resource-rows.js'
import { CELL_MAX_CHARACTERS } from '../../../../schemas/exchange/table-mapping.js'
import { readRows, refuseMissing } from '../../../values/value-rows.js'
import type { ImportContext } from './context.js'
import { digestOfFile } from './ingestion.js'
import { propertiesNamed, type ImportRecord, type RecordMedia, type RecordValue } from '../records/record.js'
import { contentOf, digestOf, stateOf, stateText, type ResourceState, type ValueState } from './resource-state.js'
import { inStoredOrder, replaceValues, type WantedValue } from './value-changes.js'

/** An update of a resource. */
export interface Plan {
  id: number
  before: ResourceState
  after: ResourceState
  isChanged: boolean
}

/**
 * Plans the update of a resource. The keys of the record replace what the resource has: the values of each property,
 * class, template, visibility, owner and item sets; everything else is unchanged.
 * @param record with ids instead of targets.
 * @param replaces also remove what the record does not have, except for the owner.
 * @returns undefined when the resource does not exist any more.
 */
export async function planOf (
  database: Database, terms: Terms, id: number, record: ImportRecord, replaces: boolean
): Promise<Plan | undefined> {
  const before = await stateOf(database, id)
  if (before === undefined) return undefined
  const { fields } = before
  const isGiven = (key: string): boolean => replaces || record.named.has(key)
  const wanted = record.values.map((value): WantedValue => ({ ...stateOfValue(value), isPublic: value.isPublic }))
  const ordered = inStoredOrder(before.values, wanted, record.unordered)
  const named = propertiesNamed(record.named, terms)
  const after = {
    fields: {
      ownerId: record.ownerId ?? fields.ownerId,
      isPublic: isGiven('o:is_public') ? record.isPublic : fields.isPublic,
      classId: isGiven('class') ? record.classId : fields.classId,
      templateId: isGiven('o:resource_template') ? record.templateId : fields.templateId,
      thumbnailId: fields.thumbnailId
    },
    isOpen: record.kind === 'item_set' && isGiven('o:is_open') ? record.isOpen : before.isOpen,
    itemSets: record.kind === 'item' && isGiven('o:item_set') ? record.itemSets.toSorted((a, b) => a - b) : before.itemSets,
    values: replaceValues(before.values, ordered, !replaces, (id) => replaces || named.has(id))
  }
  return { id, before, after, isChanged: digestOf(before) !== digestOf(after) }
}

/** Applies an update within a transaction, and stores the earlier state with the job. @throws ValidationError */
export async function applyPlan (
  database: Database, terms: Terms, plan: Plan, jobId: number | undefined
): Promise<void> {
  refuseMissing(plan.after.values, plan.after.fields.templateId, terms)
  await new ResourceRows(terms).rewrite(database, plan.id, contentOf(plan.after))
  if (jobId !== undefined) await keepState(database, jobId, plan)
}

/** If a job updates a resource twice, the state before its first update is retained. */
async function keepState (database: Database, jobId: number, { id: resourceId, before, ...plan }: Plan): Promise<void> {
  const after = digestOf(plan.after)
  const isOfResource = and(eq(importChange.jobId, jobId), eq(importChange.resourceId, resourceId))
  const [known] = await database.select({ before: importChange.before }).from(importChange).where(isOfResource)
  if (known === undefined) {
    await database.insert(importChange).values({ jobId, resourceId, before: JSON.parse(stateText(before)), after })
  } else if (known.before !== null) await database.update(importChange).set({ after }).where(isOfResource)
}

/** The media of a record that its item does not have yet, and the position of its last one. */
export async function missingMedia (
  itemId: number, wanted: readonly RecordMedia[], context: ImportContext
): Promise<{ media: RecordMedia[], position: number }> {
  const stored = await context.services.store.read.select().from(media)
    .where(eq(media.itemId, itemId)).orderBy(ordered(media.position, 'desc'))
  const missing: RecordMedia[] = []
  const unused = new Set(stored)
  for (const one of wanted) {
    const digest = await digestOfFile(one, context)
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

/**
 * Messages about texts of a record that are only the beginning of the stored ones, because a spreadsheet program has
 * cut them.
 */
export async function cutTexts (
  database: Database, id: number, { full, values }: ImportRecord, { properties }: Terms
): Promise<string[]> {
  if (full.size === 0) return []
  const stored = await readRows(database, id)
  return [...full].flatMap((propertyId) => {
    const text = values.findLast(({ row }) => row.propertyId === propertyId)?.row.text?.trim() ?? ''
    const whole = stored.map((row) => row.propertyId === propertyId ? row.text?.trim() ?? '' : '')
      .find((one) => one.length > text.length && one.startsWith(text))
    if (text === '' || whole === undefined) return []
    return `${properties.byId.get(propertyId)!.term}: a spreadsheet program has cut the text after ${CELL_MAX_CHARACTERS} ` +
      `characters; ${whole.length} are stored. Leave the cell empty if the stored text is to stay, ` +
      'or take the text from a file that no spreadsheet program has saved'
  })
}
