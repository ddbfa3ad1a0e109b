import type { Answer } from '../../api/core/answers/answer.js'
import type { Prefixes } from '../../api/core/rdf/context.js'
import { compactedNodes, formOf } from '../../api/core/rdf/forms.js'
import { statementLines } from '../../api/core/rdf/n-triples.js'
import { quadsOf } from '../../api/core/rdf/quads.js'
import type { Quad } from '../../api/core/rdf/terms.js'
import { Turns } from '../../api/core/sequence/turns.js'
import { isForm, type JsonLdForm, type RdfFormat } from '../http/negotiation.js'
import { hydraCollection, withHydra, type PageFacts } from './hydra.js'
import { rdfXml } from './rdf-xml.js'
import { turtle } from './turtle.js'

/** Number of characters that are encoded at once. */
const PIECE_CHARACTERS = 64 * 1024

/** The representations in an answer. The parts of a list are parsed one at a time, when they are needed. */
function * resourcesIn (answer: Answer, base: string): Generator<unknown> {
  if (answer.parts === undefined) yield * [answer.json(base)].flat()
  else for (const part of answer.parts) yield part.json(base)
}

/** A representation, or a list of them, in a format other than the JSON of the contract, as pieces of its bytes. */
export async function rdfBody (
  format: RdfFormat | Exclude<JsonLdForm, 'context'>,
  answer: Answer,
  /** Facts about the page of a list; undefined for a single resource. */
  page: PageFacts | undefined,
  base: string,
  prefixes: Prefixes
): Promise<Buffer[]> {
  const resources = resourcesIn(answer, base)
  if (!isForm(format)) return await bytesOf(rdfText(format, resources, prefixes))
  if (format !== 'hydra') return await bytesOf(formOf(format, resources, page !== undefined, prefixes))
  if (page === undefined) return await bytesOf(formOf('compacted', resources, false, prefixes))
  const nodes = await compactedNodes(resources, prefixes, withHydra(prefixes))
  return [Buffer.from(JSON.stringify(hydraCollection(nodes, prefixes, page)))]
}

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
  if (format === 'rdfxml') yield * rdfXml(quads, prefixes)
  else if (!isByLine) yield await turtle(quads, prefixes)
}

async function bytesOf (texts: AsyncIterable<string>): Promise<Buffer[]> {
  const turns = new Turns()
  const pieces: Buffer[] = []
  let pending = ''
  for await (const text of texts) {
    pending += text
    if (pending.length < PIECE_CHARACTERS) continue
    pieces.push(Buffer.from(pending))
    pending = ''
    await turns.next()
  }
  return [...pieces, Buffer.from(pending)]
}
