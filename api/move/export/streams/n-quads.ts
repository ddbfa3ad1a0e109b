import type { Representation } from '../../../core/answers/answer.js'
import { BASE } from '../../../core/answers/base.js'
import { statementLines } from '../../../core/rdf/n-triples.js'
import { quadsOf } from '../../../core/rdf/quads.js'
import { represented } from './records.js'
import { setsOf } from './sets.js'
import type { ExportChunk, ExportTask, Snapshot } from './task.js'

/** Records that are converted to triples at once, and the limit of their JSON. */
const PART_MAX_RECORDS = 100
const PART_MAX_CHARACTERS = 256 * 1024

/**
 * RDF as N-Quads, all in the default graph: the triples of the records' JSON-LD. Annotations of values become reified
 * statements, not records.
 */
export async function * nQuads (
  { selection, base, prefixes = {} }: ExportTask, { context, definitions }: Snapshot
): AsyncGenerator<ExportChunk> {
  const exported = 'types' in selection
    ? { types: selection.types.filter((name) => name !== 'value_annotations') }
    : selection
  const sets = await setsOf(exported, context, definitions)
  yield { text: '', records: 0, files: [], total: sets.reduce((sum, { total }) => sum + total, 0) }
  const numbering = { next: 0 }
  for (const set of sets) {
    for await (const part of parts(represented(set, context), base)) {
      for await (const quads of quadsOf(part, prefixes, { numbering })) {
        yield { text: statementLines(quads), records: 0, files: [] }
      }
      yield { text: '', records: part.length, files: [] }
    }
  }
}

/**
 * Splits records into parts by their number and size alone, because names of blank nodes and the order of statements
 * depend on the parts, while the batches of `represented` depend on timing.
 */
async function * parts (
  represented: AsyncIterable<readonly Representation[]>, base: string
): AsyncGenerator<unknown[]> {
  let part: unknown[] = []
  let characters = 0
  for await (const some of represented) {
    for (const record of some) {
      const text = JSON.stringify(record).replaceAll(BASE, base)
      part.push(JSON.parse(text))
      characters += text.length
      if (part.length < PART_MAX_RECORDS && characters < PART_MAX_CHARACTERS) continue
      yield part
      part = []
      characters = 0
    }
  }
  if (part.length > 0) yield part
}
