import { pathToFileURL } from 'node:url'
import { pipeline, Readable, type Duplex } from 'node:stream'
import type { JsonLdDocument } from 'jsonld'
import { parseBoundedJson } from '../../../../../files/streams/bounded-json.js'
import type { Terms } from '../../../../../db/query/statements/terms.js'
import { namespacesInRdf } from '../../../../core/answers/namespaces.js'
import { bytesOf, wholeContent } from '../../../pipeline/lines.js'
import { ImportError } from '../../../pipeline/problems.js'
import { guessedSyntax, JSON_LD, textOf, TURTLE, wholeText, XML } from '../../../../core/rdf/document-text.js'
import { OWN } from '../../../../core/rdf/vocabulary.js'
import { xmlParser } from '../../../../core/rdf/xml-parser.js'

/** A JSON-LD document is parsed in memory. */
const JSON_LD_MAX_BYTES = 64 * 1024 * 1024

/** The part of an RDF/JS quad that is used here. */
export interface Quad {
  subject: { termType: string, value: string }
  predicate: { value: string }
  object: { termType: string, value: string, language?: string, datatype?: { value: string } }
}

/** Syntaxes by file extension. */
const SYNTAXES: Readonly<Record<string, string>> = {
  ttl: TURTLE,
  n3: 'text/n3',
  trig: 'application/trig',
  nt: 'application/n-triples',
  nq: 'application/n-quads',
  rdf: XML,
  owl: XML,
  xml: XML,
  jsonld: JSON_LD,
  json: JSON_LD
}

/** The media type of a file's syntax, by its name (without `.gz`), otherwise by its first bytes. */
export async function syntaxOf (file: string): Promise<string> {
  const [, ending = ''] = /\.([a-z\d]+)(?:\.gz)?$/i.exec(file) ?? []
  const named = SYNTAXES[ending.toLowerCase()]
  if (named !== undefined) return named
  const pieces = bytesOf(file)
  try {
    const { value } = await pieces.next()
    return guessedSyntax(value ?? Buffer.alloc(0))
  } finally {
    await pieces.return(undefined)
  }
}

/** The statements of a document in Turtle, TriG, N3, N-Triples, N-Quads or RDF/XML, as a stream. */
export async function * readQuads (file: string, syntax: string): AsyncGenerator<Quad> {
  const parser = await parserOf(syntax, pathToFileURL(file).href)
  // An error in any of these streams is thrown by the iteration below.
  pipeline(Readable.from(textOf(bytesOf(file), syntax)), parser, () => {})
  yield * parser as AsyncIterable<Quad>
}

/** Loaded on demand, because loading it would slow down every start of the program. */
async function parserOf (syntax: string, base: string): Promise<Duplex> {
  if (syntax === XML) return await xmlParser(base) as unknown as Duplex
  const { StreamParser } = await import('n3')
  return new StreamParser({ format: syntax, baseIRI: base }) as unknown as Duplex
}

/** Parses a JSON-LD document. @throws ImportError when it is too large. */
export async function readJson (file: string): Promise<unknown> {
  const bytes = await wholeContent(file, JSON_LD_MAX_BYTES)
  if (bytes === undefined) {
    throw new ImportError(`${file} is larger than ${JSON_LD_MAX_BYTES} bytes. Convert it to N-Quads, which are read as a stream.`)
  }
  return parseBoundedJson(await wholeText(bytes, JSON_LD))
}

/**
 * The statements of a JSON-LD document.
 * @throws when it needs a context other than the collection's, because the document chooses the URL.
 */
export async function quadsOf (document: unknown, { namespaces }: Terms): Promise<Quad[]> {
  const { default: jsonld } = await import('jsonld')
  const documentLoader = async (address: string) => {
    if (!/\/api-context$/.test(address)) throw new Error(`It needs the context ${address}, which is not fetched.`)
    const context = { '@context': { o: OWN, ...Object.fromEntries(namespacesInRdf(namespaces)) } }
    return { documentUrl: address, document: context, contextUrl: undefined }
  }
  const quads = await jsonld.toRDF(document as JsonLdDocument, { documentLoader })
  return quads as unknown as Quad[]
}
