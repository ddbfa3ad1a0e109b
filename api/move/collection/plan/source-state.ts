import { eq, max } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { lastIdIn } from '../../../../db/query/statements/ids.js'
import { transferSource } from '../../../../db/tables/index.js'
import { RecordMap, SEQUENCE_TABLES, type Sequence } from '../../pipeline/record-map.js'

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
interface SourceState {
  sequences: Record<Sequence, SequenceState>
  /** Empty when the last run was complete. */
  run: string
}

export interface Source { map: RecordMap, state: SourceState }

/**
 * Stores the beginning of a run, or resumes an unfinished one; within a transaction.
 * @param isMatched whether every row of a sequence is matched by a record with the same id.
 */
export async function beginRun (
  database: Database, name: string, isMatched: (sequence: Sequence) => boolean
): Promise<Source> {
  const map = await RecordMap.begin(database, name)
  const isOfSource = eq(transferSource.id, map.sourceId)
  const [row] = await database.select({ state: transferSource.state }).from(transferSource).where(isOfSource)
  const earlier = row!.state as Partial<SourceState>
  const isUnfinished = (earlier.run ?? '') !== ''
  const sequences = {} as SourceState['sequences']
  for (const sequence of Object.keys(SEQUENCE_TABLES) as Sequence[]) {
    const before = earlier.sequences?.[sequence]
    // Higher ids are from an unfinished run of this source, which a newer file may continue.
    const last = isUnfinished ? before!.last : await lastIdIn(database, SEQUENCE_TABLES[sequence])
    const isFresh = async (): Promise<boolean> =>
      last === 0 || (last === await highestId(database, sequence) && isMatched(sequence))
    sequences[sequence] = { keeps: before?.keeps ?? await isFresh(), last, ceiling: before?.ceiling ?? 0 }
  }
  const state: SourceState = { sequences, run: 'begun' }
  await database.update(transferSource).set({ state }).where(isOfSource)
  return { map, state }
}

/** Stores the end of a run; within a transaction. */
export async function endRun (database: Database, { map, state }: Source): Promise<void> {
  const { sequences } = state
  for (const [sequence, reached] of Object.entries(sequences) as Array<[Sequence, SequenceState]>) {
    if (reached.ceiling === 0) reached.ceiling = await lastIdIn(database, SEQUENCE_TABLES[sequence])
  }
  await database.update(transferSource).set({ state: { sequences, run: '' } })
    .where(eq(transferSource.id, map.sourceId))
}

async function highestId (database: Database, sequence: Sequence): Promise<number> {
  const table = SEQUENCE_TABLES[sequence]
  const [row] = await database.select({ id: max(table.id) }).from(table)
  return Number(row?.id ?? 0)
}
