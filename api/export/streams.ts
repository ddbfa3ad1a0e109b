import type { ExportFormat } from '../../schemas/exports.js'
import { collection } from './collection.js'
import { nQuads } from './n-quads.js'
import type { Snapshot } from './snapshot.js'
import { table } from './table/table.js'
import type { ExportChunk, ExportTask } from './task.js'

type Writer = (task: ExportTask, snapshot: Snapshot) => AsyncGenerator<ExportChunk>

const WRITERS: Record<ExportFormat, Writer> = {
  ndjson: collection,
  csv: (task, snapshot) => table(task, snapshot, ','),
  tsv: (task, snapshot) => table(task, snapshot, '\t'),
  nq: nQuads
}

/** The pieces of an export. */
export function streamOf (task: ExportTask, snapshot: Snapshot): AsyncGenerator<ExportChunk> {
  return WRITERS[task.format](task, snapshot)
}
