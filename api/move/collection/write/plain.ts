import { eq } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { SEQUENCES } from '../read/collection-file.js'
import type { Columns, PlainType } from '../types/plain-type.js'
import { forEachReference, plainTypeOf, type AnyRecord } from '../types/record-types.js'
import { digestOf, type Entry } from '../../pipeline/record-map.js'
import type { TransferContext } from './context.js'
import { Resolved } from './resolve.js'

/** Writes records of one type that is not a resource, within a transaction. There are few of them. */
export async function writePlain (
  database: Database, records: readonly AnyRecord[], context: TransferContext
): Promise<void> {
  const { type } = records[0]!
  const entries = await context.map.load(database, SEQUENCES[type], records.map(({ id }) => id))
  const resolved = await Resolved.of(database, context, records)
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
    readonly resolved: Resolved
  ) {}

  async write (entry: Entry | undefined): Promise<void> {
    const { record, context } = this
    const { report, options } = context
    const isUnchanged = entry?.digest === record.digest
    if (isUnchanged && !(options.overwrite && await this.#isEdited(entry))) return report.count(record.type, 'unchanged')
    if (this.type.isPossible?.(record.id, context) === false || this.#lacksRequired()) return report.count(record.type, 'skipped')
    await this.type.prepare?.(this.database, record.content, context)
    if (entry === undefined) {
      const match = context.checked.keys.match(record)
      return match === undefined ? await this.#create(undefined) : await this.#match(match)
    }
    if (entry.digest === null) return await (entry.isHere ? this.#fill(entry.localId) : this.#create(entry.localId))
    if (entry.isMatched && this.type.existing !== 'updated') return report.count(record.type, 'matched')
    if (!options.overwrite && await this.#isEdited(entry)) return context.stays(record, entry)
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
    forEachReference(this.record, this.context.services.dataTypes, ({ key, types, isRequired }, id) => {
      if (!isRequired || this.resolved.get(SEQUENCES[types[0]!], id) !== null) return
      missing.push(`${key}: ${types[0]!} ${id} does not exist here`)
    })
    const { type, id, line } = this.record
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
    if (keeps && this.type.existing === 'updated') {
      await this.#update(localId, true)
    } else await this.#note(localId, true)
    report.count(record.type, 'matched')
  }

  async #create (id: number | undefined): Promise<void> {
    const { database, record, type, context, resolved } = this
    const localId = id ?? await context.newId(database, SEQUENCES[record.type], record.id)
    const columns = type.columns(record.id, record.content, resolved, context)
    await database.insert(type.table).values({ ...columns, id: localId } as never)
    await database.$native.noteAdded()
    await type.saveParts?.(database, localId, record.content, resolved, context)
    await this.#note(localId, false)
    await type.afterCreate?.(database, localId, record.id, record.content, resolved, context)
    context.report.count(record.type, 'created')
  }

  async #update (localId: number, isMatched: boolean): Promise<void> {
    const { database, record, context, type, resolved } = this
    const { table } = type
    const columns = type.columns(record.id, record.content, resolved, context)
    const [before] = await database.select().from(table).where(eq(table.id, localId)) as Columns[]
    const isSame = Object.entries(columns)
      .every(([key, value]) => JSON.stringify(value) === JSON.stringify(before![key]))
    if (!isSame) await database.update(table).set(columns as never).where(eq(table.id, localId))
    await type.saveParts?.(database, localId, record.content, resolved, context)
    await type.afterUpdate?.(database, localId, before!, columns, context)
    await this.#note(localId, isMatched)
  }

  async #note (localId: number, isMatched: boolean): Promise<void> {
    const { record: { id, type, digest }, context, database } = this
    const state = await this.#state(localId)
    await context.map.save(database, SEQUENCES[type], [{ name: id, localId, digest, state, isMatched }])
    this.resolved.set(SEQUENCES[type], id, localId)
  }

  async #state (localId: number): Promise<string> {
    return await stateOf(this.database, localId, this.type)
  }
}

/** A digest of a row, by which later edits are detected. */
export async function stateOf (
  database: Database, localId: number, { table, volatile, partsOf }: PlainType
): Promise<string> {
  const [row = {}] = await database.select().from(table).where(eq(table.id, localId)) as Columns[]
  const own = Object.entries(row).filter(([key]) => volatile?.includes(key) !== true)
  return digestOf([own, await partsOf?.(database, localId)])
}
