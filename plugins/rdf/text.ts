import { nTriples } from '../../api/rdf/n-triples.js'
import { quadsOf } from '../../api/rdf/quads.js'
import type { Quad } from '../../api/rdf/terms.js'
import type { RdfFormat } from '../negotiation.js'
import { rdfXml } from './rdf-xml.js'
import { turtle } from './turtle.js'

/** The base of relative IRIs in values: the URL of the representation, or of the first in a list. */
function baseOf (body: unknown): string {
  const [first] = (Array.isArray(body) ? body : [body]) as Array<{ '@id'?: unknown } | undefined>
  return typeof first?.['@id'] === 'string' ? first['@id'] : ''
}

/**
 * A representation, or a list of them, as RDF: the triples that the JSON-LD means (docs/contract/http.md §8). An empty
 * list makes an empty graph. Other requests get a turn every few milliseconds.
 */
export async function rdfText (format: RdfFormat, body: unknown, contextDocument: unknown): Promise<string> {
  const context = (contextDocument as { '@context': Record<string, string> })['@context']
  const quads: Quad[] = []
  for await (const some of quadsOf(body, context, baseOf(body))) for (const quad of some) quads.push(quad)
  switch (format) {
    case 'ntriples': return nTriples(quads)
    case 'rdfxml': return await rdfXml(quads, context)
    default: return await turtle(quads, context)
  }
}
