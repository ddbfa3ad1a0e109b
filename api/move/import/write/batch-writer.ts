import type { Database } from '../../../../db/query/statements/database.js'
import type { PreparedMedia } from '../../../resources/media/write.js'
import { missingRequired } from '../../../values/value-rows.js'
import type { Services } from '../../../resources/definition/services.js'
import { Turns } from '../../../core/sequence/turns.js'
import type { Ingestion } from './ingestion.js'
import type { Labels } from '../records/labels.js'
import { BatchFiles, writeBatch } from '../../pipeline/write-batch.js'
import { ImportError, type ProblemReport } from '../../pipeline/problems.js'
import { resolvedValues, type ImportRecord, type RecordMedia } from '../records/record.js'
import { applyPlan, cutTexts, missingMedia, planOf, type Plan, type Resolved } from './updates.js'
import { openBatch, type Batch, type Destination, type IngestedMedia } from './writer.js'

/** Counts of what an import has written. */
export interface Counts {
  /** New items and item sets. */
  created: number
  /** Resources that records have changed. */
  updated: number
  /** Resources that records matched but did not change. */
  unchanged: number
  /** Values of the new resources, including values of value annotations. */
  values: number
  /** New media. */
  media: number
}

export interface BatchWriterOptions {
  services: Services
  ingestion: Ingestion
  destination: Destination
  /** Whether updates remove what their records do not have. */
  replaces: boolean
  continueOnError: boolean
  summary: Counts
  report: ProblemReport
}

/** An update that changes something. */
interface Update {
  record: ImportRecord
  plan: Plan
  /** Media to add. */
  media: RecordMedia[]
  /** Position of the last existing media. */
  position: number
}

/** Writes batches of records, one transaction each: new ones, and updates of resources. */
export class BatchWriter {
  readonly #options: BatchWriterOptions
  readonly #labels: Labels

  constructor (options: BatchWriterOptions) {
    this.#options = options
    this.#labels = options.destination.labels
  }

  /** Why a record cannot update a resource. */
  async check (record: ImportRecord, id: number): Promise<string[]> {
    const { destination: { terms }, services: { store } } = this.#options
    const cut = await cutTexts(store.read, id, record, terms)
    if (cut.length > 0) return cut
    // If no template has required properties, none can be missing.
    const requires = [...terms.templates.values()].some(({ properties }) => properties.some((row) => row.isRequired))
    if (!requires) return []
    const after = (await this.#plan(record, id))?.after
    return after === undefined ? [] : missingRequired(after.values, after.fields.templateId, terms)
  }

  /** Counts the updates among the records without writing anything. */
  async compare (records: readonly ImportRecord[]): Promise<void> {
    const updates = await this.#updatesOf(records)
    this.#options.summary.updated += updates.length
    for (const { media } of updates) this.#options.summary.media += media.length
  }

  /**
   * Writes records that are not in the database, and updates existing ones.
   * @throws ImportError when a media cannot be fetched, unless such media are left out.
   */
  async write (records: readonly ImportRecord[]): Promise<void> {
    const { services, summary, destination } = this.#options
    const creations = records.filter((record) => !this.#isUpdate(record))
    const updates = await this.#updatesOf(records)
    if (creations.length === 0 && updates.length === 0) return
    const files = new BatchFiles(services.files)
    const prepared = await this.#ingest(files, creations, updates)
    const { values, warnings } = await writeBatch(services, files, async (database) => {
      const batch = await openBatch(database, creations, updates.map(({ record }) => record), destination)
      await this.#apply(database, batch, creations, updates, prepared)
      return batch
    })
    for (const warning of warnings) this.#options.report.problem(warning)
    summary.values += values
    summary.created += creations.length
    summary.updated += updates.length
    summary.media += prepared.size
  }

  async #apply (
    database: Database, batch: Batch, creations: readonly ImportRecord[], updates: readonly Update[],
    prepared: IngestedMedia
  ): Promise<void> {
    const { destination: { ownerId, jobId, terms }, replaces } = this.#options
    const turns = new Turns()
    for (const record of creations) {
      batch.add(record, prepared)
      await turns.next()
    }
    const resolved: Resolved[] = []
    for (const { record, plan, position } of updates) {
      const values = batch.resolve(record.values, record.line)
      resolved.push({ record, values, itemSets: batch.setsOf(record) })
      batch.noteDigest(this.#labels.of(record.label))
      batch.addMedia(plan.id, plan.after.fields.ownerId ?? ownerId, record, prepared, position)
      await turns.next()
    }
    await batch.write(database)
    for (const [at, { plan: { id } }] of updates.entries()) {
      const plan = await planOf(database, terms, id, resolved[at]!, replaces)
      if (plan?.isChanged === true) await applyPlan(database, terms, plan, jobId)
      await turns.next()
    }
  }

  /** Stores the files of the new media. @throws ImportError */
  async #ingest (
    files: BatchFiles, creations: readonly ImportRecord[], updates: readonly Update[]
  ): Promise<IngestedMedia> {
    const { ingestion, continueOnError, report } = this.#options
    const wanted = [...creations, ...updates.map(({ record: { line }, media }) => ({ line, media }))]
      .flatMap(({ line, media }) => media.map((one) => ({ line, media: one })))
    const prepared = new Map<RecordMedia, PreparedMedia>()
    const failures = new Map<RecordMedia, string>()
    await files.store(wanted, async ({ line, media }) => {
      const found = await ingestion.ingest(media, (message) => {
        report.problem({ severity: 'warning', line, message: `o:media: ${message}` })
      })
      if (typeof found === 'string') failures.set(media, found)
      else {
        files.addMedia(found.ingested)
        prepared.set(media, found)
      }
    })
    for (const { line, media } of wanted) {
      const reason = failures.get(media)
      if (reason !== undefined) report.problem({ severity: 'error', line, message: `o:media: ${reason}` })
    }
    if (failures.size === 0 || continueOnError) return prepared
    await files.discard()
    throw new ImportError('The file of a media cannot be fetched. Records that are already imported stay. Run the import again to continue.')
  }

  #isUpdate ({ label }: ImportRecord): boolean {
    return this.#labels.of(label).state === 'matched'
  }

  /** The updates that change something; the others are only counted. */
  async #updatesOf (records: readonly ImportRecord[]): Promise<Update[]> {
    const { ingestion, services: { store }, summary, report } = this.#options
    const updates: Update[] = []
    const turns = new Turns()
    for (const record of records) {
      await turns.next()
      if (!this.#isUpdate(record)) continue
      const plan = await this.#plan(record, this.#labels.of(record.label).id!)
      if (plan === undefined) {
        report.problem({ severity: 'warning', line: record.line, message: 'the resource that it updates was deleted; the record is left out' })
        continue
      }
      const missing = await missingMedia(store.read, plan.id, record.media, ingestion)
      if (plan.isChanged || missing.media.length > 0) updates.push({ record, plan, ...missing })
      else summary.unchanged++
    }
    return updates
  }

  async #plan (record: ImportRecord, id: number): Promise<Plan | undefined> {
    const { services: { store }, destination: { terms }, replaces } = this.#options
    return await planOf(store.read, terms, id, this.#resolved(record), replaces)
  }

  /** Replaces the targets of a record by ids; NaN represents a target without an id. */
  #resolved (record: ImportRecord): Resolved {
    const idOf = (target: number): number | undefined => {
      const entry = this.#labels.byTarget(target)
      if (entry === undefined) return target
      return entry.state === 'deleted' || entry.isSkipped ? undefined : entry.id ?? NaN
    }
    return {
      record,
      values: resolvedValues(record.values, ({ row }) => idOf(row.linkedId!)),
      itemSets: record.itemSets.flatMap((target) => idOf(target) ?? [])
    }
  }
}
