import type { Snapshot as DatabaseSnapshot } from '../../../../db/engine/engine.js'
import { loadTerms } from '../../../../db/query/statements/terms.js'
import type { ExportFormat } from '../../../../schemas/exchange/exports.js'
import type { ReadContext } from '../../../resources/definition/read-context.js'
import { collection } from './collection.js'
import { nQuads } from './n-quads.js'
import type { ExportChunk, ExportTask, Known, Snapshot } from './task.js'

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

/**
 * The chunks of an export.
 * @param opened a connection of its own with an open read transaction, which is closed at the end. While it is open,
 * the write-ahead log cannot be truncated and grows with every write, so it must not stay open without a limit.
 */
export async function * streamOf (
  task: ExportTask, opened: DatabaseSnapshot, { definitions, ...known }: Known
): AsyncGenerator<ExportChunk> {
  const { database } = opened
  try {
    // The snapshot begins at the transaction's first read.
    const context: ReadContext = { ...task.context, ...known, database, terms: await loadTerms(database, 0) }
    yield * WRITERS[task.format](task, { context, definitions, moment: new Date() })
  } finally {
    await opened.close()
  }
}
