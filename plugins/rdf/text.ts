import { statementLines } from '../../api/core/rdf/n-triples.js'
import type { Prefixes } from '../../api/core/rdf/context.js'
import { quadsOf } from '../../api/core/rdf/quads.js'
import type { Quad } from '../../api/core/rdf/terms.js'
import { Turns } from '../../api/core/sequence/turns.js'
import type { RdfFormat } from '../http/negotiation.js'
import { rdfXml } from './rdf-xml.js'
import { turtle } from './turtle.js'

/** Formats in which the statements about each resource form a named graph, with the address of the resource. */
const NAMED_GRAPHS: readonly RdfFormat[] = ['trig', 'nquads']

/** Number of triples that are written at once. */
const TRIPLES_PER_PIECE = 1000

/**
 * Representations as RDF: the triples of the JSON-LD (docs/contract/http.md §8), as pieces of text. An empty list makes
 * an empty graph. Yields to other requests every few milliseconds.
 */
export async function * rdfText (
  format: RdfFormat, resources: Iterable<unknown>, prefixes: Prefixes
): AsyncGenerator<string> {
  const quads: Quad[] = []
  for await (const some of quadsOf(resources, prefixes, { isNamed: NAMED_GRAPHS.includes(format) })) {
    for (const quad of some) quads.push(quad)
  }
  switch (format) {
    case 'ntriples':
    case 'nquads': return yield * lines(quads, statementLines)
    case 'rdfxml': return yield * rdfXml(quads, prefixes)
    default: return yield * turtle(quads, prefixes)
  }
}

async function * lines (quads: readonly Quad[], text: (some: Quad[]) => string): AsyncGenerator<string> {
  const turns = new Turns()
  for (let from = 0; from < quads.length; from += TRIPLES_PER_PIECE) {
    yield text(quads.slice(from, from + TRIPLES_PER_PIECE))
    await turns.next()
  }
}
