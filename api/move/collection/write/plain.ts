import { eq } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { SEQUENCES } from '../read/collection-file.js'
import type { Columns, PlainType } from '../types/plain-type.js'
import { plainTypeOf, type AnyRecord } from '../types/record-types.js'
import type { Entry, LocalIds } from '../../pipeline/record-map.js'
import { outcomeOf, stateOf } from '../plan/outcome.js'
import type { Outcome } from '../plan/report.js'
import type { TransferContext } from './context.js'

/** Writes records of one type that is not a resource, within a transaction. There are few of them. */
export async function writePlain (
  database: Database, records: readonly AnyRecord[], context: TransferContext
): Promise<void> {
  const { type } = records[0]!
  const entries = await context.map.load(database, SEQUENCES[type], records.map(({ id }) => id))
  const resolved = await context.resolve(database, records)
  for (const record of records) {
    await new PlainRecord(database, record, plainTypeOf(type)!, context, resolved).write(entries.get(record.id))
  }
}

class PlainRecord {
  constructor (
    readonly database: Database,
    readonly record: AnyRecord,
    readonly type: PlainType,
    readonly context: TransferContext,
    readonly resolved: LocalIds
  ) {}

  async write (entry: Entry | undefined): Promise<void> {
    const { database, record, context } = this
    const { report, options: { overwrite = false } } = context
    const outcome = await outcomeOf(database, record, entry, overwrite)
    if (outcome === 'unchanged') return report.count(record.type, outcome)
    if (this.#lacksRequired()) return report.count(record.type, 'skipped')
    if (entry === undefined) {
      const match = context.checked.keys.match(record)
      if (match !== undefined) return await this.#match(match)
      return await this.#save(await context.newId(database, SEQUENCES[record.type], record.id), 'created')
    }
    if (outcome === 'matched') return report.count(record.type, outcome)
    if (outcome === 'conflicts') return report.stays(record, entry)
    await this.#save(entry.localId, outcome, outcome === 'updated' && entry.isMatched)
  }

  /** Reports required references that cannot be resolved. */
  #lacksRequired (): boolean {
    const missing = this.record.references.filter(({ place: { isRequired, sequence }, id }) =>
      isRequired && this.resolved.get(sequence, id) === null)
    const messages = missing.map(({ place: { key, sequence }, id }) => `${key}: ${sequence} ${id} does not exist here`)
    this.context.report.problems('error', this.record, messages)
    return missing.length > 0
  }

  /** Maps the record to an existing row. */
  async #match (localId: number): Promise<void> {
    const { record, context: { source, report } } = this
    const { keeps } = source.state.sequences[SEQUENCES[record.type]]
    if (keeps && this.type.existing === 'updated') return await this.#save(localId, 'matched', true)
    await this.#note(localId, true)
    report.count(record.type, 'matched')
  }

  /** Inserts the row of the record, or updates it if there is one. */
  async #save (localId: number, outcome: Outcome, isMatched = false): Promise<void> {
    const { database, record, context, type, resolved: ids } = this
    const { table } = type
    const { id: foreignId, content } = record
    const columns = await type.columns(database, foreignId, content, ids, context)
    if (columns === undefined) return context.report.count(record.type, 'skipped')
    const [before] = await database.select().from(table).where(eq(table.id, localId)) as Columns[]
    const isChanged = before === undefined || Object.entries(columns)
      .some(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
    if (before === undefined) {
      await database.insert(table).values({ ...columns, id: localId } as never)
      await database.$native.noteAdded()
    } else if (isChanged) await database.update(table).set(columns as never).where(eq(table.id, localId))
    await type.saveParts?.({ database, id: localId, foreignId, content, ids, writing: context, before })
    await this.#note(localId, isMatched)
    context.report.count(record.type, outcome)
  }

  async #note (localId: number, isMatched: boolean): Promise<void> {
    const { record: { id, type, digest }, context, database } = this
    const state = await stateOf(database, localId, this.type)
    await context.map.save(database, SEQUENCES[type], [{ name: id, localId, digest, state, isMatched }])
    this.resolved.set(SEQUENCES[type], id, localId)
  }
}
