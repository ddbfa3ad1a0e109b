import type { Database } from '../../../../db/query/statements/database.js'
import type { PreparedMedia } from '../../../resources/media/write.js'
import { missingRequired } from '../../../values/value-rows.js'
import { Turns } from '../../../core/sequence/turns.js'
import { BatchFiles, writeBatch } from '../../pipeline/write-batch.js'
import { ImportError } from '../../pipeline/problems.js'
import type { LabelEntry } from '../records/labels.js'
import { resolvedValues, type ImportRecord, type RecordMedia } from '../records/record.js'
import type { ImportContext } from './context.js'
import { ingest } from './ingestion.js'
import { RecordBatch, type IngestedMedia } from './record-batch.js'
import { applyPlan, cutTexts, missingMedia, planOf, type Plan } from './updates.js'

/** An update that changes something. */
interface Update {
  record: ImportRecord
  plan: Plan
  /** Media to add. */
  media: RecordMedia[]
  /** Position of the last existing media. */
  position: number
}

/** Why a record cannot update a resource. */
export async function whyNotUpdated (context: ImportContext, record: ImportRecord, id: number): Promise<string[]> {
  const { terms, services: { store } } = context
  const cut = await cutTexts(store.read, id, record, terms)
  if (cut.length > 0) return cut
  // If no template has required properties, none can be missing.
  const requires = [...terms.templates.values()].some(({ properties }) => properties.some((row) => row.isRequired))
  if (!requires) return []
  const after = (await expectedPlan(context, record, id))?.after
  return after === undefined ? [] : missingRequired(after.values, after.fields.templateId, terms)
}

/** Counts the updates among the records without writing anything. */
export async function compareRecords (context: ImportContext, records: readonly ImportRecord[]): Promise<void> {
  const updates = await updatesOf(context, records)
  context.summary.updated += updates.length
  for (const { media } of updates) context.summary.media += media.length
}

/**
 * Writes records in one transaction: new ones, and updates of existing resources.
 * @throws ImportError when a media cannot be fetched, unless such media are left out.
 */
export async function writeRecords (context: ImportContext, records: readonly ImportRecord[]): Promise<void> {
  const { services, summary, labels, report } = context
  const creations = records.filter(({ label }) => labels.of(label).state !== 'matched')
  const updates = await updatesOf(context, records)
  if (creations.length === 0 && updates.length === 0) return
  const files = new BatchFiles(services.files)
  const ingested = await ingestAll(context, files, [
    ...creations, ...updates.map(({ record: { line }, media }) => ({ line, media }))
  ])
  const { values, warnings } = await writeBatch(services, files, async (database) =>
    await writeRows(database, context, creations, updates, ingested))
  for (const { line, message } of warnings) report.problem('warning', { line }, message)
  summary.values += values
  summary.created += creations.length
  summary.updated += updates.length
  summary.media += ingested.size
}

async function writeRows (
  database: Database, context: ImportContext, creations: readonly ImportRecord[], updates: readonly Update[],
  ingested: IngestedMedia
): Promise<RecordBatch> {
  const { ownerId, jobId, terms, labels, options: { replace = false } } = context
  const turns = new Turns()
  const batch = await RecordBatch.open(database, context, creations, updates.map(({ record }) => record))
  for await (const record of turns.each(creations)) batch.add(record, ingested)
  const resolved: Array<{ id: number, record: ImportRecord }> = []
  for await (const { record, plan: { id, after }, position } of turns.each(updates)) {
    const values = batch.resolve(record.values, record.line)
    resolved.push({ id, record: { ...record, values, itemSets: batch.setsOf(record) } })
    batch.addMedia(id, after.fields.ownerId ?? ownerId, record, ingested, position)
  }
  await batch.write(database)
  for await (const { id, record } of turns.each(resolved)) {
    const plan = await planOf(database, terms, id, record, replace)
    if (plan?.isChanged === true) await applyPlan(database, terms, plan, jobId)
    await noteDigest(database, batch, record, labels.of(record.label))
  }
  return batch
}

/** Stores the new digest of a record that an earlier run imported. */
async function noteDigest (
  database: Database, { map }: RecordBatch, { label, digest }: ImportRecord, { digest: earlier }: LabelEntry
): Promise<void> {
  if (earlier === undefined || digest === earlier) return
  await map.setDigest(database, 'labels', [label], String(digest))
}

/** Stores the files of new media. @throws ImportError */
async function ingestAll (
  context: ImportContext, files: BatchFiles, records: ReadonlyArray<Pick<ImportRecord, 'line' | 'media'>>
): Promise<IngestedMedia> {
  const { options: { continueOnError = false }, report } = context
  const wanted = records.flatMap(({ line, media }) => media.map((one) => ({ line, media: one })))
  const prepared = new Map<RecordMedia, PreparedMedia>()
  const failures = new Map<RecordMedia, string>()
  await files.store(wanted, async ({ line, media }) => {
    const found = await ingest(media, context, (message) => {
      report.problem('warning', { line }, `o:media: ${message}`)
    })
    if (typeof found === 'string') failures.set(media, found)
    else {
      files.addMedia(found.ingested)
      prepared.set(media, found)
    }
  })
  for (const { line, media } of wanted) {
    const reason = failures.get(media)
    if (reason !== undefined) report.problem('error', { line }, `o:media: ${reason}`)
  }
  if (failures.size === 0 || continueOnError) return prepared
  await files.discard()
  throw new ImportError('The file of a media cannot be fetched. Records that are already imported stay. Run the import again to continue.')
}

/** The updates that change something; the others are only counted. */
async function updatesOf (context: ImportContext, records: readonly ImportRecord[]): Promise<Update[]> {
  const { labels, summary, report } = context
  const updates: Update[] = []
  for await (const record of new Turns().each(records)) {
    const { state, id } = labels.of(record.label)
    if (state !== 'matched') continue
    const plan = await expectedPlan(context, record, id!)
    if (plan === undefined) {
      report.problem('warning', { line: record.line }, 'the resource that it updates was deleted; the record is left out')
      continue
    }
    const missing = await missingMedia(plan.id, record.media, context)
    if (plan.isChanged || missing.media.length > 0) updates.push({ record, plan, ...missing })
    else summary.unchanged++
  }
  return updates
}

/** The update of a resource, in which NaN represents the id of a record that has none yet. */
async function expectedPlan (
  { services: { store }, labels, terms, options: { replace = false } }: ImportContext, record: ImportRecord, id: number
): Promise<Plan | undefined> {
  const idOf = (target: number): number | undefined => {
    const entry = labels.byTarget(target)
    if (entry === undefined) return target
    return entry.state === 'deleted' || entry.isSkipped ? undefined : entry.id ?? NaN
  }
  const values = resolvedValues(record.values, ({ row }) => idOf(row.linkedId!))
  const itemSets = record.itemSets.flatMap((target) => idOf(target) ?? [])
  return await planOf(store.read, terms, id, { ...record, values, itemSets }, replace)
}
