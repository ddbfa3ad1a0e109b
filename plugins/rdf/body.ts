import type { Answer } from '../../api/core/answers/answer.js'
import type { Prefixes } from '../../api/core/rdf/context.js'
import { compactedNodes, formOf } from '../../api/core/rdf/forms.js'
import { Turns } from '../../api/core/sequence/turns.js'
import { isForm, type JsonLdForm, type RdfFormat } from '../http/negotiation.js'
import { hydraCollection, withHydra, type PageFacts } from './hydra.js'
import { rdfText } from './text.js'

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
