import { createHash } from 'node:crypto'
import type { Json, SourceRecord } from '../records/lines.js'

/** Bytes of a digest: as many as a number holds exactly. Digests are compared for one label each, so they suffice. */
const DIGEST_BYTES = 6

/**
 * A digest of what the file says in a record, by which a later run recognizes that it has imported the same. The order
 * of the keys, which is that of columns, does not matter. Call it before the record is read, which changes it.
 */
export function recordDigest (line: SourceRecord): number {
  const text = 'record' in line ? inOrder(line.record) : line.text?.trim() ?? ''
  return createHash('sha1').update(text).digest().readUIntBE(0, DIGEST_BYTES)
}

function inOrder (record: Json): string {
  return JSON.stringify(Object.entries(record).sort(([a], [b]) => a < b ? -1 : 1))
}
