import { statementLines } from '../../api/core/rdf/n-triples.js'
import type { Prefixes } from '../../api/core/rdf/context.js'
import { quadsOf } from '../../api/core/rdf/quads.js'
import type { Quad } from '../../api/core/rdf/terms.js'
import type { RdfFormat } from '../http/negotiation.js'
import { rdfXml } from './rdf-xml.js'
import { turtle } from './turtle.js'

/** Formats in which the statements about each resource form a named graph, with the address of the resource. */
const NAMED_GRAPHS: readonly RdfFormat[] = ['trig', 'nquads']

/**
 * Representations as RDF: the triples of the JSON-LD (docs/contract/http.md §8), as pieces of text. An empty list makes
 * an empty graph. Yields to other requests every few milliseconds.
 */
export async function * rdfText (
  format: RdfFormat, resources: Iterable<unknown>, prefixes: Prefixes
): AsyncGenerator<string> {
  const isByLine = format === 'ntriples' || format === 'nquads'
  const quads: Quad[] = []
  for await (const some of quadsOf(resources, prefixes, { isNamed: NAMED_GRAPHS.includes(format) })) {
    if (isByLine) yield statementLines(some)
    else for (const quad of some) quads.push(quad)
  }
  if (!isByLine) yield * format === 'rdfxml' ? rdfXml(quads, prefixes) : turtle(quads, prefixes)
}
