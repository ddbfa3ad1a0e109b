import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { SEQUENCES, type AnyRecord, type CollectionRecord } from '../read/record.js'
import type { CollectionType } from '../read/collection-file.js'
import { forEachReference } from '../plan/references.js'
import { SEQUENCE_TABLES, type Entry } from '../plan/transfer-map.js'
import type { TransferContext } from './context.js'
import { Resolved } from './resolve.js'

type Columns = Readonly<Record<string, unknown>>

/** How records of a type other than resources are written. There are few of them. */
export interface PlainWriter<T extends CollectionType> {
  /** Whether the record can be written; the reason why not has been reported. */
  isPossible? (record: CollectionRecord<T>): boolean
  /** Called before `columns`. */
  prepare? (database: Database, record: CollectionRecord<T>, context: TransferContext): Promise<void>
  /** The columns of the row. */
  columns (record: CollectionRecord<T>, resolved: Resolved, context: TransferContext): Columns
  /** Columns that other records set, so that they are not part of this record's state. */
  readonly volatile?: readonly string[]
  /** Replaces the dependent rows. */
  saveParts? (
    database: Database, id: number, record: CollectionRecord<T>, resolved: Resolved, context: TransferContext
  ): Promise<void>
  /** The dependent rows. */
  partsOf? (database: Database, id: number): Promise<unknown>
  /** Whether an existing row that matches is updated from the source. */
  readonly updatesMatched: boolean
  /** Called after a row was inserted. */
  afterCreate? (
    database: Database, id: number, record: CollectionRecord<T>, resolved: Resolved, context: TransferContext
  ): Promise<void>
  /** Called after a row was updated. */
  afterUpdate? (
    database: Database, id: number, before: Columns, after: Columns, context: TransferContext
  ): Promise<void>
}

/** Writes records of one type, within a transaction. */
export async function writePlain<T extends CollectionType> (
  database: Database, records: ReadonlyArray<CollectionRecord<T>>, writer: PlainWriter<T>, context: TransferContext
): Promise<void> {
  if (records.length === 0) return
  const sequence = SEQUENCES[records[0]!.type]
  const entries = await context.map.load(database, sequence, records.map(({ id }) => id))
  const resolved = await Resolved.of(database, context, records as unknown as AnyRecord[])
  for (const record of records) {
    await new PlainRecord(database, record, writer, context, resolved).write(entries.get(record.id))
  }
}

class PlainRecord<T extends CollectionType> {
  constructor (
    readonly database: Database,
    readonly record: CollectionRecord<T>,
    readonly writer: PlainWriter<T>,
    readonly context: TransferContext,
    readonly resolved: Resolved
  ) {}

  async write (entry: Entry | undefined): Promise<void> {
    const { record, context } = this
    const { report, options } = context
    const isUnchanged = entry?.digest === record.digest
    if (isUnchanged && !(options.overwrite && await this.#isEdited(entry))) return report.count(record.type, 'unchanged')
    if (this.writer.isPossible?.(record) === false || this.#lacksRequired()) return report.count(record.type, 'skipped')
    await this.writer.prepare?.(this.database, record, context)
    if (entry === undefined) {
      const match = context.checked.keys.match(record as unknown as AnyRecord)
      return match === undefined ? await this.#create(undefined) : await this.#match(match)
    }
    if (entry.digest === null) return await (entry.isHere ? this.#fill(entry.localId) : this.#create(entry.localId))
    if (entry.isMatched && !this.writer.updatesMatched) return report.count(record.type, 'matched')
    if (!options.overwrite && await this.#isEdited(entry)) return context.stays(record as unknown as AnyRecord, entry)
    if (!entry.isHere) return await this.#create(entry.localId)
    await this.#update(entry.localId, entry.isMatched)
    report.count(record.type, 'updated')
  }

  async #isEdited ({ isHere, localId, state }: Entry): Promise<boolean> {
    return !isHere || await this.#state(localId) !== state
  }

  /** Reports required references that cannot be resolved. */
  #lacksRequired (): boolean {
    const missing: string[] = []
    const record = this.record as unknown as AnyRecord
    forEachReference(record, this.context.services.dataTypes, ({ key, types, isRequired }, id) => {
      if (isRequired && this.resolved.get(SEQUENCES[types[0]!], id) === null) missing.push(`${key}: ${types[0]!} ${id} is not here`)
    })
    const { type, id, line } = record
    for (const message of missing) this.context.report.problem({ severity: 'error', line, type, id, message })
    return missing.length > 0
  }

  /** Turns a placeholder into the record. */
  async #fill (localId: number): Promise<void> {
    await this.#update(localId, false)
    this.context.report.count(this.record.type, 'created')
  }

  /** Maps the record to an existing row. */
  async #match (localId: number): Promise<void> {
    const { record, context: { source, report } } = this
    const { keeps } = source.state.sequences[SEQUENCES[record.type]]
    if (keeps && this.writer.updatesMatched) {
      await this.#update(localId, true)
    } else await this.#note(localId, true)
    report.count(record.type, 'matched')
  }

  async #create (id: number | undefined): Promise<void> {
    const { database, record, context } = this
    const sequence = SEQUENCES[record.type]
    const table = SEQUENCE_TABLES[sequence]
    const localId = id ?? await this.#newId()
    const columns = this.writer.columns(record, this.resolved, context)
    await database.insert(table).values({ ...columns, id: localId } as never)
    await database.$native.noteAdded()
    await this.writer.saveParts?.(database, localId, record, this.resolved, context)
    await this.#note(localId, false)
    await this.writer.afterCreate?.(database, localId, record, this.resolved, context)
    context.report.count(record.type, 'created')
  }

  async #newId (): Promise<number> {
    const { database, record: { id, type }, context } = this
    const sequence = SEQUENCES[type]
    const table = SEQUENCE_TABLES[sequence]
    if (context.mayKeep(sequence, id)) {
      const taken = await database.select({ id: sql`${table.id}` }).from(table).where(eq(table.id, id))
      if (taken.length === 0) return id
    }
    return await context.lastId(database, sequence) + 1
  }

  async #update (localId: number, isMatched: boolean): Promise<void> {
    const { database, record, context, writer } = this
    const table = SEQUENCE_TABLES[SEQUENCES[record.type]]
    const columns = writer.columns(record, this.resolved, context)
    const [before] = await database.select().from(table).where(eq(table.id, localId)) as Columns[]
    const isSame = Object.entries(columns)
      .every(([key, value]) => JSON.stringify(value) === JSON.stringify(before![key]))
    if (!isSame) await database.update(table).set(columns as never).where(eq(table.id, localId))
    await writer.saveParts?.(database, localId, record, this.resolved, context)
    await writer.afterUpdate?.(database, localId, before!, columns, context)
    await this.#note(localId, isMatched)
  }

  async #note (localId: number, isMatched: boolean): Promise<void> {
    const { record: { id, type, digest }, context, database } = this
    const state = await this.#state(localId)
    await context.map.save(database, SEQUENCES[type], [{ foreignId: id, localId, digest, state, isMatched }])
    this.resolved.set(SEQUENCES[type], id, localId)
  }

  async #state (localId: number): Promise<string> {
    return await stateOf(this.database, this.record.type, localId, this.writer)
  }
}

/** A digest of a row, by which later edits are detected. */
export async function stateOf (
  database: Database, type: CollectionType, localId: number, writer: Pick<PlainWriter<never>, 'volatile' | 'partsOf'>
): Promise<string> {
  const table = SEQUENCE_TABLES[SEQUENCES[type]]
  const [row = {}] = await database.select().from(table).where(eq(table.id, localId)) as Columns[]
  const own = Object.entries(row).filter(([key]) => writer.volatile?.includes(key) !== true)
  const state = JSON.stringify([own, await writer.partsOf?.(database, localId)])
  return createHash('sha256').update(state).digest('base64').slice(0, 22)
}
