import { Turns } from '../../../core/sequence/turns.js'
import type { CheckResult } from './check.js'
import { labelOfSet } from './follow-references.js'
import { DamagedFileError, type SourceRecord } from '../records/lines.js'
import type { ImportRecord } from '../records/record.js'
import type { RecordReader } from '../records/record-reader.js'

/** Number of media after which a batch is written, because storing their files takes long. */
const MEDIA_A_BATCH = 50

/** What is in a file, many at a time; some of it may have been read already. */
export type FileContent = AsyncIterable<ReadonlyArray<SourceRecord | ImportRecord>>

/** Records of a transaction, or some of them. */
interface Part {
  readonly records: ImportRecord[]
  /** Whether the transaction ends with them. */
  readonly isLast: boolean
}

/**
 * The records of a checked file that are to be written, and the item sets that are made for them.
 *
 * @param size most records of a transaction. @param part most records that come at once.
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
  const isWhole = (): boolean => earlier + records.length >= size || media >= MEDIA_A_BATCH
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
    // With `continueOnError`, a file that the check found damaged is imported as far as it can be read.
    if (!(error instanceof DamagedFileError && skipped.has(error.line))) throw error
  }
  if (earlier + records.length > 0) yield { records, isLast: true }
}

/** The record of an item set that is made because others name its title. */
function setOf (title: string, reader: RecordReader): ImportRecord {
  const record = {
    '@id': labelOfSet(title),
    '@type': 'o:ItemSet',
    'dcterms:title': [{ type: 'literal', '@value': title }]
  }
  return reader.read({ number: 0, record })
}
