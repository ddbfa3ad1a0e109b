import { eq } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { digestOf, type Entry } from '../../pipeline/record-map.js'
import type { CollectionType } from '../read/collection-file.js'
import type { Columns, PlainType } from '../types/plain-type.js'
import { plainTypeOf, type AnyRecord } from '../types/record-types.js'
import type { Outcome } from './report.js'

/**
 * What becomes of a record that its source has.
 * @param entry undefined when it was never imported; then it may still match an existing row (NaturalKeys).
 * @param overwrite whether rows that were changed or deleted here are written again.
 */
export async function outcomeOf (
  database: Database, { type, digest }: Pick<AnyRecord, 'type' | 'digest'>, entry: Entry | undefined, overwrite: boolean
): Promise<Outcome> {
  if (entry === undefined || entry.digest === null) return 'created'
  const isUnchanged = entry.digest === digest
  if (isUnchanged && !overwrite) return 'unchanged'
  const isChangedHere = await isEdited(database, type, entry)
  if (isUnchanged && !isChangedHere) return 'unchanged'
  if (entry.isMatched && plainTypeOf(type)?.existing === 'matched') return 'matched'
  if (isChangedHere && !overwrite) return 'conflicts'
  return entry.isHere ? 'updated' : 'created'
}

/**
 * Whether a row was changed or deleted here since its record was written. The entry of a resource has the date of its
 * last change; the few rows of other types are read.
 */
export async function isEdited (
  database: Database, type: CollectionType, { isHere, localId, modified, state }: Entry
): Promise<boolean> {
  if (!isHere) return true
  const plain = plainTypeOf(type)
  return state !== (plain === undefined ? String(modified) : await stateOf(database, localId, plain))
}

/** A digest of a row, by which later edits are detected. */
export async function stateOf (
  database: Database, localId: number, { table, volatile, partsOf }: PlainType
): Promise<string> {
  const [row = {}] = await database.select().from(table).where(eq(table.id, localId)) as Columns[]
  const own = Object.entries(row).filter(([key]) => volatile?.includes(key) !== true)
  return digestOf([own, await partsOf?.(database, localId)])
}
