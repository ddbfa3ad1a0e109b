import { parentPort, workerData } from 'node:worker_threads'
import { readOnce } from '../../../../db/open/read-once.js'
import { loadTerms } from '../../../../db/query/statements/terms.js'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { DataTypes } from '../../../values/data-types.js'
import { BriefPacker } from './brief.js'
import { ChunkLabels } from '../records/chunk-labels.js'
import type { CheckMessage, CheckTask } from './check-thread.js'
import { readLines, type Line } from '../records/lines.js'
import { textsOf } from '../records/matching.js'
import { isPackable, RecordPacker } from '../records/packed-records.js'
import { RecordError } from '../records/problems.js'
import { recordDigest } from './record-digest.js'
import { RecordFile } from '../records/record-file.js'
import { RecordReader } from '../records/record-reader.js'
import type { ImportRecord, Target } from '../records/record.js'
import { runInBackground } from '../../../../db/threads/thread-program.js'

runInBackground()

/** Chunks that are read before those that were sent are taken. */
const MOST_AHEAD = 8

/** Bytes of the database that are kept: only terms are read. */
const PAGE_CACHE = 1024 * 1024

/** Lines of a chunk that are no reason to give up, whatever the others are. */
const FEW = 10

const { file, place, stamp, packed, ...known } = workerData as CheckTask
let chunk = new ChunkLabels()
let briefs = new BriefPacker(chunk)
let records = new RecordPacker(chunk)
/** Whether the record that is being read refers to another one by a value. */
let refers = false
/** Properties by whose values records are meant. */
const identifying = new Set<number>()
let ahead = 0
let taken = (): void => {}

const labels = {
  of: (label: string): { target: Target } => ({ target: chunk.targetOf(label) }),
  reference (property: number, text: string, _kinds: readonly ResourceKind[]): { target: Target } {
    refers = true
    identifying.add(property)
    return { target: chunk.targetOf(text) }
  }
}

function * identifyingTexts (record: ImportRecord): Generator<[number, string]> {
  for (const property of identifying) for (const text of textsOf(record, property)) yield [property, text]
}

function add (line: Line, reader: RecordReader): void {
  refers = false
  try {
    const record = reader.read(line)
    if (refers || !isPackable(record) || reader.missing(record).length > 0) return addWhole(line)
    briefs.add(record, recordDigest(line), identifying.size, identifyingTexts(record))
    if (packed !== undefined) records.add(record)
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    addWhole(line)
  }
}

function addWhole (line: Line): void {
  briefs.addWhole(line)
  if (packed !== undefined) records.addLine(line)
}

/** @returns whether all was read. */
async function readAll (): Promise<boolean> {
  const terms = await readOnce(place, PAGE_CACHE, async (database) => await loadTerms(database, 0))
  if (terms.stamp !== stamp) return false
  const reader = new RecordReader({ ...known, terms, labels, dataTypes: new DataTypes() })
  const kept = packed === undefined ? undefined : new RecordFile(packed)
  let read = 0
  try {
    for await (const lines of readLines(file, (bytes) => { read = bytes })) {
      chunk = new ChunkLabels()
      briefs = new BriefPacker(chunk)
      records = new RecordPacker(chunk)
      for (const line of lines) add(line, reader)
      // Most lines would be read twice.
      if (briefs.whole > Math.max(lines.length / 2, FEW)) return false
      if (++ahead > MOST_AHEAD) await new Promise<void>((resolve) => { taken = resolve })
      send({ chunk: briefs.packed(read) })
      kept?.add(records.packed())
    }
    return true
  } finally {
    kept?.close()
  }
}

function send (message: CheckMessage): void {
  parentPort!.postMessage(message)
}

parentPort!.on('message', () => {
  ahead--
  taken()
})
// Whatever is wrong with the file is found again by whoever reads the rest.
send({ isWhole: await readAll().catch(() => false) })
parentPort!.close()
