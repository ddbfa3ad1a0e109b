import { Turns } from '../../../core/sequence/turns.js'
import type { CheckResult } from './check.js'
import { labelOfSet } from './follow-references.js'
import { DamagedFileError } from '../../pipeline/lines.js'
import type { ImportRecord } from '../records/record.js'
import type { RecordReader } from '../records/record-reader.js'
import type { RecordSource } from '../records/source.js'

/** A batch is written as soon as it has this many media, because storing their files takes long. */
const MEDIA_PER_BATCH = 50

/**
 * The records of a checked file to write, one batch per transaction, preceded by the item sets to create for them.
 * @param size maximum number of records per transaction.
 */
export async function * batches (
  source: RecordSource, reader: RecordReader, { skipped, itemSets }: CheckResult, size: number
): AsyncGenerator<ImportRecord[]> {
  const turns = new Turns()
  let batch: ImportRecord[] = []
  let media = 0
  const isFull = (record: ImportRecord): boolean => {
    batch.push(record)
    media += record.media.length
    return batch.length >= size || media >= MEDIA_PER_BATCH
  }
  const next = (): ImportRecord[] => {
    const records = batch
    batch = []
    media = 0
    return records
  }
  for (const title of itemSets) if (isFull(setOf(title, reader))) yield next()
  try {
    for await (const lines of source.read()) {
      for (const line of lines) {
        await turns.next()
        if (!skipped.has(line.number) && isFull(reader.read(line))) yield next()
      }
    }
  } catch (error) {
    // With `continueOnError`, a file that the check found damaged is imported up to the damage.
    if (!(error instanceof DamagedFileError && skipped.has(error.line))) throw error
  }
  if (batch.length > 0) yield batch
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
