import { MirrorSpool } from '../../../../db/bulk/mirror-spool.js'
import type { Connection } from '../source/connect.js'
import type { MirroredType } from '../source/mirrored-types.js'
import { Reader } from '../source/reader.js'
import type { SourceRecord } from '../source/record-check.js'
import type { LocalRecords } from './local-records.js'
import type { Difference } from './differences.js'
import { availableTypes } from './mirror.js'

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
  connection: Connection, here: LocalRecords, { onProgress, onDifference }: VerificationHooks
): Promise<Verification> {
  // Objects without a prototype, because names come from the source and could equal inherited members.
  const none = (): Record<string, number> => Object.create(null) as Record<string, number>
  const found: Verification = { compared: none(), different: 0, keys: none(), converted: none() }
  const spool = MirrorSpool.sketch(undefined)
  let done = 0
  let total = 0
  const take = async (type: MirroredType, records: readonly SourceRecord[]): Promise<void> => {
    for (const { id, localId, compared } of await here.compare(type, records)) {
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
