import { eq, max } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { lastIdIn } from '../../../../db/query/statements/ids.js'
import { transferSource } from '../../../../db/tables/index.js'
import type { Sequence } from '../read/collection-file.js'
import { SEQUENCE_TABLES } from './transfer-map.js'

/** State of a source for one sequence of ids. */
interface SequenceState {
  /** Whether records keep their ids: the sequence was empty, or matched by the file, when the first transfer began. */
  keeps: boolean
  /** The highest id ever assigned here when the run began; lower ids may have been used. */
  last: number
  /** The highest id when the first transfer was complete; lower ids were used by this source only. */
  ceiling: number
}

/** State of a source, in the table `transfer_source`. */
export interface SourceState {
  sequences: Record<Sequence, SequenceState>
  /** Identifies the file in transfer, so that an interrupted run can be resumed. */
  run: string
}

export interface Source { id: number, state: SourceState }

/** Whether a record may keep its id, unless the id is taken. */
export function mayKeep ({ sequences }: SourceState, sequence: Sequence, id: number): boolean {
  const { keeps, last, ceiling } = sequences[sequence]
  return keeps && (id > last || id <= ceiling)
}

/** The stored state of a source; undefined before its first transfer. */
export async function loadSource (database: Database, name: string): Promise<Source | undefined> {
  const [row] = await database.select().from(transferSource).where(eq(transferSource.name, name))
  return row === undefined ? undefined : { id: row.id, state: row.state as SourceState }
}

/**
 * Stores the beginning of a run; within a transaction.
 * @param isMatched whether every row of a sequence is matched by a record with the same id.
 */
export async function beginRun (
  database: Database, name: string, run: string, isMatched: (sequence: Sequence) => boolean
): Promise<Source> {
  const known = await loadSource(database, name)
  if (known?.state.run === run) return known
  const isUnfinished = known !== undefined && known.state.run !== ''
  const sequences = {} as SourceState['sequences']
  for (const sequence of Object.keys(SEQUENCE_TABLES) as Sequence[]) {
    const before = known?.state.sequences[sequence]
    // Higher ids are from an unfinished run of this source, which a newer file may continue.
    const last = isUnfinished ? before!.last : await lastIdIn(database, SEQUENCE_TABLES[sequence])
    const isFresh = async (): Promise<boolean> =>
      last === 0 || (last === await highestId(database, sequence) && isMatched(sequence))
    sequences[sequence] = { keeps: before?.keeps ?? await isFresh(), last, ceiling: before?.ceiling ?? 0 }
  }
  const state: SourceState = { sequences, run }
  if (known !== undefined) {
    await database.update(transferSource).set({ state }).where(eq(transferSource.id, known.id))
    return { id: known.id, state }
  }
  const [row] = await database.insert(transferSource).values({ name, state }).returning({ id: transferSource.id })
  return { id: row!.id, state }
}

/** Stores the end of a run; within a transaction. */
export async function endRun (database: Database, { id, state }: Source): Promise<void> {
  const sequences = {} as SourceState['sequences']
  for (const [name, { keeps, last, ceiling }] of Object.entries(state.sequences)) {
    const sequence = name as Sequence
    const reached = ceiling === 0 ? await lastIdIn(database, SEQUENCE_TABLES[sequence]) : ceiling
    sequences[sequence] = { keeps, last, ceiling: reached }
  }
  await database.update(transferSource).set({ state: { sequences, run: '' } }).where(eq(transferSource.id, id))
}

async function highestId (database: Database, sequence: Sequence): Promise<number> {
  const table = SEQUENCE_TABLES[sequence]
  const [row] = await database.select({ id: max(table.id) }).from(table)
  return Number(row?.id ?? 0)
}
