import type { Database } from '../../../../db/query/statements/database.js'
import { viewerOf } from '../../../access/access.js'
import { OPERATOR } from '../../../core/calls/actor.js'
import { messagesOf, ValidationError } from '../../../core/calls/errors.js'
import type { PreparedMedia } from '../../../resources/media/media-columns.js'
import type { Services } from '../../../resources/definition/services.js'
import { Turns } from '../../../core/sequence/turns.js'
import type { WriteContext } from '../../../resources/definition/read-context.js'
import type { Ingestion } from './ingestion.js'
import type { Labels } from '../records/labels.js'
import { writeBatch } from '../../pipeline/write-batch.js'
import { ImportError, type Problem } from '../../pipeline/problems.js'
import { resolvedValues, type ImportRecord, type RecordMedia } from '../records/record.js'
import { cutTexts } from '../check/cut-texts.js'
import { applyPlan, checkPlan, missingMedia, planOf, type Plan, type Resolved } from './updates.js'
import { openBatch, type Batch, type Destination } from './writer.js'

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
  report: (problem: Omit<Problem, 'unit'>) => void
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

type Prepared = Map<RecordMedia, PreparedMedia>

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
    const plan = await this.#plan(record, id)
    try {
      if (plan !== undefined) checkPlan(plan, { terms })
      return []
    } catch (error) {
      if (error instanceof ValidationError) return messagesOf(error.errors)
      throw error
    }
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
    const { ingestion, services, summary, destination } = this.#options
    const creations = records.filter((record) => !this.#isUpdate(record))
    const updates = await this.#updatesOf(records)
    if (creations.length === 0 && updates.length === 0) return
    const prepared = await this.#ingest(creations, updates)
    const files = {
      keep: async () => { await ingestion.keep(prepared) }, discard: async () => { await ingestion.discard(prepared) }
    }
    const { values, warnings } = await writeBatch(services, files, async (database) => {
      const batch = await openBatch(database, creations, updates.map(({ record }) => record), destination)
      await this.#apply(database, batch, creations, updates, prepared)
      return batch
    })
    for (const warning of warnings) this.#options.report(warning)
    summary.values += values
    summary.created += creations.length
    summary.updated += updates.length
    summary.media += prepared.size
  }

  async #apply (
    database: Database, batch: Batch, creations: readonly ImportRecord[], updates: readonly Update[], prepared: Prepared
  ): Promise<void> {
    const { destination: { ownerId, jobId }, replaces } = this.#options
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
      batch.addMedia(plan.id, plan.fields.ownerId ?? ownerId, record, prepared, position)
      await turns.next()
    }
    await batch.write(database)
    const context = updates.length === 0 ? undefined : await this.#context(database)
    for (const [at, { plan: { id } }] of updates.entries()) {
      const plan = await planOf(context!, id, resolved[at]!, replaces)
      if (plan?.isChanged === true) await applyPlan(context!, plan, jobId)
      await turns.next()
    }
  }

  async #context (database: Database): Promise<WriteContext> {
    const { services, destination: { terms } } = this.#options
    const call = { actor: OPERATOR }
    return { ...services.writing(await services.readingToWrite(viewerOf(OPERATOR)), call), terms, database }
  }

  /** @throws ImportError */
  async #ingest (creations: readonly ImportRecord[], updates: readonly Update[]): Promise<Prepared> {
    const { ingestion, continueOnError, report } = this.#options
    const wanted: Array<[number, RecordMedia]> = [
      ...creations.flatMap(({ line, media }) => media.map((one) => [line, one] as [number, RecordMedia])),
      ...updates.flatMap(({ record: { line }, media }) => media.map((one) => [line, one] as [number, RecordMedia]))
    ]
    if (wanted.length === 0) return new Map()
    const lines = new Map(wanted.map(([line, media]) => [media, line]))
    const all = await ingestion.ingest([...lines.keys()], (media, message) => {
      report({ severity: 'warning', line: lines.get(media)!, message: `o:media: ${message}` })
    })
    const prepared: Prepared = new Map()
    for (const [media, one] of all) if (typeof one !== 'string') prepared.set(media, one)
    for (const [line, media] of wanted) {
      const reason = all.get(media)
      if (typeof reason === 'string') report({ severity: 'error', line, message: `o:media: ${reason}` })
    }
    if (prepared.size === wanted.length || continueOnError) return prepared
    await ingestion.discard(prepared)
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
        report({ severity: 'warning', line: record.line, message: 'the resource that it updates was deleted; the record is left out' })
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
    return await planOf({ database: store.read, terms }, id, this.#resolved(record), replaces)
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
