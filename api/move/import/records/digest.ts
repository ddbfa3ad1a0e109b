import { createHash } from 'node:crypto'
import type { SourceRecord } from '../../pipeline/source.js'

/** A JavaScript number represents six bytes exactly. They suffice, because only digests of one label are compared. */
const DIGEST_BYTES = 6

/**
 * A digest of a record's source text, by which a later run detects that it has imported the same record. It does not
 * depend on the order of keys (columns). Call it before reading the record, which modifies it.
 */
export function recordDigest ({ text, record }: SourceRecord): number {
  return createHash('sha1').update(text?.trim() ?? inOrder(record)).digest().readUIntBE(0, DIGEST_BYTES)
}

function inOrder (record: SourceRecord['record']): string {
  return JSON.stringify(Object.entries(record).sort(([a], [b]) => a < b ? -1 : 1))
}
