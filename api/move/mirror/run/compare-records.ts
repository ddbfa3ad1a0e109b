import type { SpooledFile } from '../../../../db/bulk/spooled-files.js'
import type { Representation } from '../../../core/answers/answer.js'
import { SEQUENCES } from '../../collection/read/collection-file.js'
import type { LocalIds, Reference, Sequence } from '../../pipeline/record-map.js'
import type { MirroredType } from '../source/mirrored-types.js'
import { withStorableFile, type SourceRecord } from '../source/record-check.js'
import { compare, forEachId, isOwn, type Compared } from './differences.js'

/** Access to the local collection. */
export interface Here {
  localIds (references: readonly Reference[]): Promise<LocalIds>
  /** Local records by id. */
  records (type: string, ids: readonly number[]): Promise<Representation[]>
  readonly knowsDataType: (name: string) => boolean
  /** Whether the collection already has a file. */
  isStored (file: SpooledFile): Promise<boolean>
  /** Makes the transfer write these records, even if they are unchanged in the source. */
  doubt (type: MirroredType, ids: readonly number[]): Promise<void>
}

/** A record of the source and the result of comparing it; `compared` is undefined without a local record. */
interface Pair { id: number, localId: number | null, compared: Compared | undefined }

/** Compares records of the source with their local ones. */
export async function comparePairs (
  type: MirroredType, records: readonly SourceRecord[], here: Here
): Promise<Pair[]> {
  const ids = await idsOf(type, records, here)
  const sequence = SEQUENCES[type.name]
  const localIds = records.flatMap((record) => ids.get(sequence, record['o:id']) ?? [])
  const present = new Map((await here.records(type.name, localIds)).map((record) => [record['o:id'], record]))
  return records.map((record) => {
    const id = record['o:id']
    const localId = ids.get(sequence, id)
    const other = localId === null ? undefined : present.get(localId)
    if (other === undefined) return { id, localId: null, compared: undefined }
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
        // A fictitious id for a record that is not here yet, so that nothing equals a reference to it.
        if (found.get(sequence, id) === null && comes(sequence, id)) found.set(sequence, id, -id)
      }
      return found
    }
  }
  const pairs = await comparePairs(type, records, withComing)
  return new Set(pairs.flatMap(({ id, compared }) =>
    compared === undefined || compared.differences.some(isOwn) ? [] : id))
}

/** Local ids of some records and of everything that they refer to. */
async function idsOf (type: MirroredType, records: readonly SourceRecord[], here: Here): Promise<LocalIds> {
  const wanted: Reference[] = []
  const add = (sequence: Sequence, id: number): void => { wanted.push([sequence, id]) }
  for (const record of records) {
    add(SEQUENCES[type.name], record['o:id'])
    forEachId(record, add)
  }
  return await here.localIds(wanted)
}
