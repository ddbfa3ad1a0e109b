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

/** Chunks that may be sent before the receiver has taken them. */
const CHUNKS_AHEAD_MAX = 8

/** Page cache of the database connection, which only reads terms. */
const PAGE_CACHE_BYTES = 1024 * 1024

/** The thread never gives up because of fewer lines that are not brief. */
const WHOLE_LINES_ALLOWED = 10

const { file, place, stamp, packed, ...known } = workerData as CheckTask
let chunk = new ChunkLabels()
let briefs = new BriefPacker(chunk)
let records = new RecordPacker(chunk)
/** Whether the record being read refers to another by a value. */
let refers = false
/** Properties by whose values the file refers to records. */
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

/** @returns whether the whole file was read. */
async function readAll (): Promise<boolean> {
  const terms = await readOnce(place, PAGE_CACHE_BYTES, async (database) => await loadTerms(database, 0))
  if (terms.stamp !== stamp) return false
  const reader = new RecordReader({ ...known, terms, labels, dataTypes: new DataTypes() })
  const recordFile = packed === undefined ? undefined : new RecordFile(packed)
  let read = 0
  try {
    for await (const lines of readLines(file, (bytes) => { read = bytes })) {
      chunk = new ChunkLabels()
      briefs = new BriefPacker(chunk)
      records = new RecordPacker(chunk)
      for (const line of lines) add(line, reader)
      // Give up: most lines would be parsed twice.
      if (briefs.whole > Math.max(lines.length / 2, WHOLE_LINES_ALLOWED)) return false
      if (++ahead > CHUNKS_AHEAD_MAX) await new Promise<void>((resolve) => { taken = resolve })
      send({ chunk: briefs.packed(read) })
      recordFile?.add(records.packed())
    }
    return true
  } finally {
    recordFile?.close()
  }
}

function send (message: CheckMessage): void {
  parentPort!.postMessage(message)
}

parentPort!.on('message', () => {
  ahead--
  taken()
})
// Errors are ignored: the main thread reads the rest and finds them again.
send({ isWhole: await readAll().catch(() => false) })
parentPort!.close()
