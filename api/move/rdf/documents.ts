import { pipeline, Readable, type Duplex } from 'node:stream'
import type { JsonLdDocument, Options } from 'jsonld'
import type { RemoteDocument } from 'jsonld/jsonld-spec.js'
import { XML } from '../../core/rdf/document-text.js'
import type { Quad } from '../../core/rdf/terms.js'

/**
 * The statements of a document in RDF/XML, or in Turtle or a related syntax, as a stream.
 * @param texts its text, in pieces.
 * @param syntax media type; undefined: Turtle, N-Triples, TriG or N-Quads.
 * @param base base of relative IRIs.
 */
export async function * quadsInText (
  texts: AsyncIterable<string> | Iterable<string>, syntax: string | undefined, base: string | undefined
): AsyncGenerator<Quad> {
  const parser = await parserOf(syntax, base)
  // An error in any of these streams is thrown by the iteration below.
  pipeline(Readable.from(texts), parser, () => {})
  yield * parser as AsyncIterable<Quad>
}

// The parsers are loaded on demand, because loading them would slow down every start of the program.

async function parserOf (syntax: string | undefined, base: string | undefined): Promise<Duplex> {
  if (syntax === XML) return await xmlParserOf(base)
  const { StreamParser } = await import('n3')
  const options = { ...(syntax !== undefined && { format: syntax }), ...(base !== undefined && { baseIRI: base }) }
  return new StreamParser(options) as unknown as Duplex
}

/** A parser of RDF/XML that reports truncated documents, which the library by itself accepts. */
async function xmlParserOf (base: string | undefined): Promise<Duplex> {
  const { RdfXmlParser } = await import('rdfxml-streaming-parser')
  const parser = new RdfXmlParser(base === undefined ? {} : { baseIRI: base })
  const { saxParser } = parser as unknown as { saxParser: { close (): void } }
  parser._flush = (done) => {
    try {
      saxParser.close()
      done()
    } catch (error) {
      done(error as Error)
    }
  }
  return parser as unknown as Duplex
}

/**
 * The statements of a JSON-LD document.
 * @param contextOf returns the document of a context by its address, or throws when it may not be used.
 * @param more further options of jsonld.
 */
export async function quadsInJsonLd (
  document: unknown, base: string | undefined, contextOf: (address: string) => Promise<object>, more: object = {}
): Promise<Quad[]> {
  const { default: jsonld } = await import('jsonld')
  const documentLoader = async (address: string): Promise<RemoteDocument> => (
    { documentUrl: address, document: await contextOf(address) as RemoteDocument['document'], contextUrl: undefined }
  )
  const options: Options.ToRdf = { ...more, documentLoader, ...(base !== undefined && { base }) }
  return await jsonld.toRDF(document as JsonLdDocument, options) as unknown as Quad[]
}

/** The first line of the message of the actual error, which jsonld wraps in `details.cause`. */
export function causeOf (error: unknown): string {
  const { details, message } = error as { details?: { cause?: unknown }, message?: string }
  return details?.cause instanceof Error ? causeOf(details.cause) : (message ?? String(error)).split('\n')[0]!
}
