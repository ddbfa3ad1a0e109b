import type { Answer } from '../../api/answer.js'
import type { Prefixes } from '../../api/rdf/context.js'
import { formOf } from '../../api/rdf/forms.js'
import { Turns } from '../../api/turns.js'
import { isForm, type JsonLdForm, type RdfFormat } from '../negotiation.js'
import { rdfText } from './text.js'

/** Characters of text that become bytes at once. */
const PIECE = 64 * 1024

/** The representations in an answer, each parsed when it is needed, where the answer has them one by one. */
function * resourcesIn (answer: Answer, base: string): Generator<unknown> {
  if (answer.parts === undefined) yield * [answer.json(base)].flat()
  else for (const part of answer.parts) yield part.json(base)
}

/** A representation, or a list of them, in a format other than the JSON of the contract, as pieces of its bytes. */
export async function rdfBody (
  format: RdfFormat | Exclude<JsonLdForm, 'context'>,
  answer: Answer,
  isList: boolean,
  base: string,
  prefixes: Prefixes
): Promise<Buffer[]> {
  const resources = resourcesIn(answer, base)
  return await bytesOf(isForm(format)
    ? formOf(format, resources, isList, prefixes)
    : rdfText(format, resources, prefixes))
}

async function bytesOf (texts: AsyncIterable<string>): Promise<Buffer[]> {
  const turns = new Turns()
  const pieces: Buffer[] = []
  let pending = ''
  for await (const text of texts) {
    pending += text
    if (pending.length < PIECE) continue
    pieces.push(Buffer.from(pending))
    pending = ''
    await turns.next()
  }
  return [...pieces, Buffer.from(pending)]
}
