import type { Representation } from '../../../core/answers/answer.js'
import { BASE } from '../../../core/answers/base.js'
import { nTriples } from '../../../core/rdf/n-triples.js'
import { quadsOf } from '../../../core/rdf/quads.js'
import { represented } from './records.js'
import { setsOf } from './sets.js'
import type { Snapshot } from './snapshot.js'
import type { ExportChunk, ExportTask } from './task.js'

/** Records that become triples at once, and characters of their JSON. */
const PART_RECORDS = 100
const PART_CHARACTERS = 256 * 1024

/**
 * RDF as N-Quads, all in the default graph: the triples that the JSON-LD of the records means. Annotations of values
 * are reified statements; they are no records of their own.
 */
export async function * nQuads (
  { selection, base, prefixes = {} }: ExportTask, { context, definitions }: Snapshot
): AsyncGenerator<ExportChunk> {
  const asked = 'types' in selection
    ? { types: selection.types.filter((name) => name !== 'value_annotations') }
    : selection
  const sets = await setsOf(asked, context, definitions)
  yield { text: '', records: 0, files: [], total: sets.reduce((sum, { total }) => sum + total, 0) }
  const numbering = { next: 0 }
  for (const set of sets) {
    for await (const part of parts(represented(set, context), base)) {
      for await (const quads of quadsOf(part, prefixes, { numbering })) {
        yield { text: nTriples(quads), records: 0, files: [] }
      }
      yield { text: '', records: part.length, files: [] }
    }
  }
}

/**
 * Records in parts that depend on the records alone: names of blank nodes and the order of statements follow from the
 * parts. How many records are represented at a time depends on how long that takes.
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
      if (part.length < PART_RECORDS && characters < PART_CHARACTERS) continue
      yield part
      part = []
      characters = 0
    }
  }
  if (part.length > 0) yield part
}
