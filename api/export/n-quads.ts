import { BASE } from '../base.js'
import { nTriples } from '../rdf/n-triples.js'
import { quadsOf } from '../rdf/quads.js'
import { represented } from './records.js'
import { setsOf } from './sets.js'
import type { Snapshot } from './snapshot.js'
import type { ExportChunk, ExportTask } from './task.js'

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
    for await (const some of represented(set, context)) {
      const body = JSON.parse(JSON.stringify(some).replaceAll(BASE, base)) as unknown[]
      for await (const quads of quadsOf(body, prefixes, { numbering })) {
        yield { text: nTriples(quads), records: 0, files: [] }
      }
      yield { text: '', records: some.length, files: [] }
    }
  }
}
