import type { ExportFormat } from '../../../../schemas/exchange/exports.js'
import { collection } from './collection.js'
import { nQuads } from './n-quads.js'
import type { Snapshot } from './snapshot.js'
import type { ExportChunk, ExportTask } from './task.js'

type Writer = (task: ExportTask, snapshot: Snapshot) => AsyncGenerator<ExportChunk>

const WRITERS: Record<ExportFormat, Writer> = {
  ndjson: collection,
  csv: delimitedBy(','),
  tsv: delimitedBy('\t'),
  nq: nQuads
}

function delimitedBy (delimiter: ',' | '\t'): Writer {
  return async function * (task, snapshot) {
    const { table } = await import('./table/table.js')
    yield * table(task, snapshot, delimiter)
  }
}

/** The chunks of an export. */
export function streamOf (task: ExportTask, snapshot: Snapshot): AsyncGenerator<ExportChunk> {
  return WRITERS[task.format](task, snapshot)
}
