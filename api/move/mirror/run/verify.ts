import { MirrorSpool } from '../../../../db/bulk/mirror-spool.js'
import type { Representation } from '../../../core/answers/answer.js'
import type { Sequence } from '../../pipeline/record-map.js'
import { SEQUENCES } from '../../collection/read/collection-file.js'
import type { Connection } from '../source/connect.js'
import { compare, forEachId, isOwn, type Compared, type Difference, type IdMap } from './differences.js'
import { availableTypes } from './mirror.js'
import type { MirroredType } from '../source/mirrored-types.js'
import { Reader } from '../source/reader.js'
import { withStorableFile, type SourceRecord } from '../source/record-check.js'

/** Access to the local collection. */
export interface Here {
  /** Local ids by sequence and id in the source. */
  localIds (references: ReadonlyArray<[Sequence, number]>): Promise<Map<Sequence, Map<number, number>>>
  /** Local records by id. */
  records (type: string, ids: readonly number[]): Promise<Representation[]>
  readonly knowsDataType: (name: string) => boolean
}

/** A record that differs, or does not exist here (`localId` is null). */
export interface DifferentRecord { resource: string, id: number, localId: number | null, differences: Difference[] }

export interface Verification {
  /** Number of compared records, by type. */
  compared: Record<string, number>
  /** Number of records that differ or are missing. */
  different: number
  /** Keys that only one side has, of modules or another version: number of records that have them. */
  keys: Record<string, number>
  /** Numbers of converted values, by their data type in the source. */
  converted: Record<string, number>
}

interface VerificationHooks {
  onProgress: (done: number, total: number) => void
  onDifference: (record: DifferentRecord) => void
}

/** Reads a source again and compares every record with its local one. @throws SourceError */
export async function verify (
  connection: Connection, here: Here, { onProgress, onDifference }: VerificationHooks
): Promise<Verification> {
  // Objects without a prototype, because names come from the source and could equal inherited members.
  const none = (): Record<string, number> => Object.create(null) as Record<string, number>
  const found: Verification = { compared: none(), different: 0, keys: none(), converted: none() }
  const spool = MirrorSpool.sketch(undefined)
  let done = 0
  let total = 0
  const take = async (type: MirroredType, records: readonly SourceRecord[]): Promise<void> => {
    for (const { id, localId, compared } of await comparePairs(type, records, here)) {
      const { differences, keys, converted } = compared ?? { differences: [], keys: [], converted: [] }
      for (const key of keys) found.keys[key] = (found.keys[key] ?? 0) + 1
      for (const name of converted) found.converted[name] = (found.converted[name] ?? 0) + 1
      if (compared === undefined || differences.length > 0) {
        found.different++
        onDifference({ resource: type.name, id, localId, differences })
      }
    }
    found.compared[type.name] = (found.compared[type.name] ?? 0) + records.length
    onProgress(done += records.length, Math.max(total, done))
  }
  try {
    const reader = new Reader(connection.source, spool, 1, () => {}, undefined, take)
    const { types } = await availableTypes(connection)
    for (const type of types) {
      await reader.list(type)
      total += spool.countListed(type.name)
    }
    for (const type of types) {
      if (!reader.readsAll(type)) await reader.read(type, spool.due(type.name, 1, { since: null, isWhole: true }))
    }
    for (const { resource, id, reason } of spool.problems()) {
      found.different++
      onDifference({ resource, id, localId: id, differences: [{ path: reason, there: undefined, here: undefined }] })
    }
    return found
  } finally {
    spool.close()
  }
}

/** A record of the source and the result of comparing it; `compared` is undefined without a local record. */
interface Pair { id: number, localId: number | null, compared: Compared | undefined }

/** Compares records of the source with their local ones. */
async function comparePairs (
  type: MirroredType, records: readonly SourceRecord[], here: Here
): Promise<Pair[]> {
  const ids = await idsOf(type, records, here)
  const own = ids.get(SEQUENCES[type.name])
  const localIds = records.flatMap((record) => own?.get(record['o:id']) ?? [])
  const present = new Map((await here.records(type.name, localIds)).map((record) => [record['o:id'], record]))
  return records.map((record) => {
    const id = record['o:id']
    const localId = own?.get(id)
    const other = localId === undefined ? undefined : present.get(localId)
    if (localId === undefined || other === undefined) return { id, localId: null, compared: undefined }
    return { id, localId, compared: compare(withStorableFile(type, record), other, ids, here.knowsDataType) }
  })
}

/** Ids of the records whose local record is equal. @param comes whether a record was read that may not be here yet. */
export async function sameRecords (
  type: MirroredType, records: readonly SourceRecord[], here: Here, comes: (sequence: Sequence, id: number) => boolean
): Promise<Set<number>> {
  const withComing: Here = {
    ...here,
    async localIds (references) {
      const found = await here.localIds(references)
      for (const [sequence, id] of references) {
        const ids = found.get(sequence)!
        // A fictitious id for a record that is not here yet, so that nothing equals a reference to it.
        if (!ids.has(id) && comes(sequence, id)) ids.set(id, -id)
      }
      return found
    }
  }
  const pairs = await comparePairs(type, records, withComing)
  return new Set(pairs.flatMap(({ id, compared }) =>
    compared === undefined || compared.differences.some(isOwn) ? [] : id))
}

/** Local ids of some records and of everything that they refer to. */
async function idsOf (type: MirroredType, records: readonly SourceRecord[], here: Here): Promise<IdMap> {
  const wanted: Array<[Sequence, number]> = []
  const add = (sequence: Sequence, id: number): void => { wanted.push([sequence, id]) }
  for (const record of records) {
    add(SEQUENCES[type.name], record['o:id'])
    forEachId(record, add)
  }
  return await here.localIds(wanted)
}
