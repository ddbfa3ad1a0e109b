import { Turns } from '../../../core/sequence/turns.js'
import type { CheckResult } from './check.js'
import { labelOfSet } from './follow-references.js'
import { DamagedFileError, type SourceRecord } from '../records/lines.js'
import type { ImportRecord } from '../records/record.js'
import type { RecordReader } from '../records/record-reader.js'

/** A batch is written as soon as it has this many media, because storing their files takes long. */
const MEDIA_PER_BATCH = 50

/** The records of a file, in chunks; some may have been parsed already. */
export type FileContent = AsyncIterable<ReadonlyArray<SourceRecord | ImportRecord>>

/** All or some of the records of a transaction. */
interface Part {
  readonly records: ImportRecord[]
  /** Whether these are the last records of the transaction. */
  readonly isLast: boolean
}

/**
 * The records of a checked file to write, preceded by the item sets to create for them.
 * @param size maximum number of records per transaction.
 * @param part maximum number of records per yielded part.
 */
export async function * batches (
  file: FileContent,
  reader: RecordReader,
  { skipped, itemSets }: CheckResult,
  size: number,
  part: number
): AsyncGenerator<Part> {
  const turns = new Turns()
  let records: ImportRecord[] = []
  let earlier = 0
  let media = 0
  const isWhole = (): boolean => earlier + records.length >= size || media >= MEDIA_PER_BATCH
  const isFull = (record: ImportRecord): boolean => {
    records.push(record)
    media += record.media.length
    return records.length >= part || isWhole()
  }
  const next = (): Part => {
    const batch = { records, isLast: isWhole() }
    earlier = batch.isLast ? 0 : earlier + records.length
    records = []
    if (batch.isLast) media = 0
    return batch
  }
  for (const title of itemSets) if (isFull(setOf(title, reader))) yield next()
  try {
    for await (const lines of file) {
      for (const line of lines) {
        await turns.next()
        const isRead = 'values' in line
        if (skipped.has(isRead ? line.line : line.number)) continue
        if (isFull(isRead ? line : reader.read(line))) yield next()
      }
    }
  } catch (error) {
    // With `continueOnError`, a file that the check found damaged is imported up to the damage.
    if (!(error instanceof DamagedFileError && skipped.has(error.line))) throw error
  }
  if (earlier + records.length > 0) yield { records, isLast: true }
}

/** The record of an item set that is created because others refer to it by title. */
function setOf (title: string, reader: RecordReader): ImportRecord {
  const record = {
    '@id': labelOfSet(title),
    '@type': 'o:ItemSet',
    'dcterms:title': [{ type: 'literal', '@value': title }]
  }
  return reader.read({ number: 0, record })
}
