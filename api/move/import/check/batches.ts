import { inBatches, readAgain, type RecordSource } from '../../pipeline/source.js'
import type { ImportRecord } from '../records/record.js'
import type { RecordReader } from '../records/record-reader.js'
import type { CheckResult } from './check.js'
import { labelOfSet } from './follow-references.js'

/** A batch is written as soon as it has this many media, because storing their files takes long. */
const MEDIA_PER_BATCH = 50

/**
 * The records of a checked file to write, one batch per transaction, preceded by the item sets to create for them.
 * @param size maximum number of records per transaction.
 */
export function batches (
  source: RecordSource, reader: RecordReader, { skipped, itemSets }: CheckResult, size: number
): AsyncGenerator<ImportRecord[]> {
  async function * records (): AsyncGenerator<ImportRecord> {
    for (const title of itemSets) yield setOf(title, reader)
    yield * readAgain(source, (line) => reader.read(line), skipped)
  }
  return inBatches(records(), ({ media }) => Math.max(1 / size, media.length / MEDIA_PER_BATCH))
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
