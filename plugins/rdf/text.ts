import { setImmediate as nextTurn } from 'node:timers/promises'
import jsonld from 'jsonld'
import type { RdfFormat } from '../negotiation.js'
import { batches } from './batches.js'
import { documentOf, nodesOf } from './document.js'
import { nTriples } from './n-triples.js'
import { rdfXml } from './rdf-xml.js'
import type { Quad, Term } from './terms.js'
import { turtle } from './turtle.js'

/** Never fetches anything: the context is part of the document, and no payload may cause a request. */
async function documentLoader (): Promise<never> {
  throw new Error('No other document belongs to this one.')
}

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
  const quads = await quadsOf(body, context)
  switch (format) {
    case 'ntriples': return nTriples(quads)
    case 'rdfxml': return await rdfXml(quads, context)
    default: return await turtle(quads, context)
  }
}

async function quadsOf (body: unknown, context: Record<string, string>): Promise<Quad[]> {
  const quads: Quad[] = []
  const base = baseOf(body)
  let blankNodes = 0
  for (const batch of batches(nodesOf(body))) {
    const found = await jsonld.toRDF(documentOf(batch, context), { documentLoader, base }) as unknown as Quad[]
    const first = blankNodes
    // jsonld numbers the blank nodes of every batch from 0, so they are renamed.
    const renamed = (term: Term): Term => {
      if (term.termType !== 'BlankNode') return term
      const at = term.value.lastIndexOf('b') + 1
      const number = first + Number(term.value.slice(at))
      blankNodes = Math.max(blankNodes, number + 1)
      return { ...term, value: `${term.value.slice(0, at)}${number}` }
    }
    for (const { subject, predicate, object, graph } of found) {
      quads.push({ subject: renamed(subject), predicate, object: renamed(object), graph })
    }
    await nextTurn()
  }
  return quads
}
