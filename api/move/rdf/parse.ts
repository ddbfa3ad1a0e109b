import { parseBoundedJson } from '../../../files/streams/received-bytes.js'
import { BadRequestError, TooLargeError, ValidationError } from '../../core/calls/errors.js'
import type { Prefixes } from '../../core/rdf/context.js'
import { JSON_LD, wholeText, XML } from '../../core/rdf/document-text.js'
import type { Quad } from '../../core/rdf/terms.js'
import type { RdfDocument } from './description.js'
import { quadsInText } from './documents.js'
import { quadsOfJsonLd } from './json-ld.js'

/** Limit for the statements of one document. */
const QUADS_MAX = 200_000

/**
 * The statements of a document.
 * @param base base of relative IRIs.
 * @throws BadRequestError when it is malformed; ValidationError when it needs something unavailable; TooLargeError.
 */
export async function quadsIn (document: RdfDocument, base: string, prefixes: Prefixes): Promise<Quad[]> {
  const { bytes, mediaType, charset } = document
  const text = await wholeText(bytes, mediaType, charset).catch((error: unknown) => { throw malformed(error) })
  if (mediaType === JSON_LD) return bounded(await quadsOfJsonLd(parseBoundedJson(text), base, prefixes))
  // Entities can expand exponentially.
  if (mediaType === XML && /<!ENTITY/i.test(text)) throw ValidationError.of('error', 'RDF/XML that declares entities is not read.')
  const quads: Quad[] = []
  try {
    for await (const quad of quadsInText([text], mediaType, base)) {
      quads.push(quad)
      bounded(quads)
    }
  } catch (error) {
    throw error instanceof TooLargeError ? error : malformed(error)
  }
  return quads
}

function bounded (quads: Quad[]): Quad[] {
  if (quads.length > QUADS_MAX) throw new TooLargeError(`The document has more than ${QUADS_MAX} statements.`)
  return quads
}

function malformed (error: unknown): BadRequestError {
  const [line = ''] = (error as Error).message.split('\n')
  return new BadRequestError(`The document cannot be read: ${line.replace(/\.?$/, '.')}`)
}
