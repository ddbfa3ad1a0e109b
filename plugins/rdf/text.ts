import jsonld from 'jsonld'
import type { RdfFormat } from '../negotiation.js'
import { documentOf } from './document.js'
import { nTriples } from './n-triples.js'
import { rdfXml } from './rdf-xml.js'
import type { Quad } from './terms.js'
import { turtle } from './turtle.js'

/** Nothing is ever fetched: the context is inside, and no payload shall make us call anybody. */
async function documentLoader (): Promise<never> {
  throw new Error('No other document belongs to this one.')
}

/** What relative addresses in values are relative to: where the representation is, for a list its first member. */
function baseOf (body: unknown): string {
  const [first] = (Array.isArray(body) ? body : [body]) as Array<{ '@id'?: unknown } | undefined>
  return typeof first?.['@id'] === 'string' ? first['@id'] : ''
}

/**
 * A representation or a list of them as RDF text: the triples that JSON-LD says they mean (contract/http.md §8).
 * An empty list gives an empty graph.
 */
export async function rdfText (format: RdfFormat, body: unknown, contextDocument: unknown): Promise<string> {
  const context = (contextDocument as { '@context': Record<string, string> })['@context']
  const quads = await jsonld.toRDF(documentOf(body, context), { documentLoader, base: baseOf(body) }) as unknown as Quad[]
  switch (format) {
    case 'ntriples': return nTriples(quads)
    case 'rdfxml': return rdfXml(quads, context)
    default: return await turtle(quads, context)
  }
}
