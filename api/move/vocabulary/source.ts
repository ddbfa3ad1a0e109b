import { Readable } from 'node:stream'
import type { JsonLdDocument } from 'jsonld'
import type { RemoteDocument } from 'jsonld/jsonld-spec.js'
import { ValidationError } from '../../core/calls/errors.js'
import type { FileServices } from '../../files/file-services.js'
import { wholeContent } from '../pipeline/lines.js'
import { guessedSyntax, JSON_LD, wholeText, XML } from '../../core/rdf/document-text.js'
import { xmlParser } from '../../core/rdf/xml-parser.js'

/** A vocabulary is parsed in memory; the largest in use have a few million bytes. */
const VOCABULARY_MAX_BYTES = 64 * 1024 * 1024

/** The part of an RDF/JS quad that is used here. */
export interface Triple {
  subject: { value: string }
  predicate: { value: string }
  object: { termType: string, value: string, language?: string }
}

export interface SourceOptions {
  /** Path of a file, or an http(s) URL. */
  source: string
  /** Fetch remote contexts of a JSON-LD document. Off by default, because the document chooses the URLs. */
  allowRemoteContexts?: boolean
}

/**
 * Parses a document in RDF/XML, Turtle, N3, N-Triples, N-Quads or JSON-LD. Triples are in the order of the document;
 * triples of JSON-LD, whose keys have no order, are sorted by subject. The format is detected from the content, because
 * media types and file names are often wrong.
 * @throws ValidationError when the source cannot be read or parsed.
 */
export async function readTriples (options: SourceOptions, files: FileServices): Promise<Triple[]> {
  const isRemote = /^https?:\/\//i.test(options.source)
  const base = isRemote ? options.source : undefined
  try {
    const read = async (file: string) => await wholeContent(file, VOCABULARY_MAX_BYTES)
    const bytes = isRemote
      ? await files.withFetched(options.source, read, { maxBytes: VOCABULARY_MAX_BYTES })
      : await read(options.source)
    if (bytes === undefined) throw new Error(`it is larger than ${VOCABULARY_MAX_BYTES} bytes`)
    const syntax = guessedSyntax(bytes)
    const text = await wholeText(bytes, syntax)
    if (syntax === XML) return await parseXml(text, base)
    if (syntax === JSON_LD) return await parseJson(text, base, options, files)
    return await parseTurtle(text, base)
  } catch (error) {
    throw ValidationError.of('source', `${options.source} cannot be read: ${causeOf(error).split('\n')[0]!}`)
  }
}

// The parsers are loaded on demand, because loading them would slow down every start of the program.

async function parseTurtle (text: string, base: string | undefined): Promise<Triple[]> {
  const { Parser } = await import('n3')
  return new Parser({ ...(base !== undefined && { baseIRI: base }) }).parse(text)
}

async function parseXml (text: string, base: string | undefined): Promise<Triple[]> {
  const parser = await xmlParser(base)
  const triples: Triple[] = []
  await new Promise<void>((resolve, reject) => {
    parser
      .import(Readable.from([text]))
      .on('data', (triple: Triple) => {
        triples.push(triple)
      })
      .on('error', reject)
      .on('end', resolve)
  })
  return triples
}

async function parseJson (
  text: string,
  base: string | undefined,
  { allowRemoteContexts = false }: SourceOptions,
  files: FileServices
): Promise<Triple[]> {
  const { default: jsonld } = await import('jsonld')
  const documentLoader = async (address: string) => {
    if (!allowRemoteContexts) {
      throw new Error(`It needs the context ${address}, which is fetched only when that is allowed.`)
    }
    return {
      documentUrl: address,
      document: (await files.fetchJson(address)) as RemoteDocument['document'],
      contextUrl: undefined
    }
  }
  return (await jsonld.toRDF(JSON.parse(text) as JsonLdDocument, {
    documentLoader,
    ...(base !== undefined && { base })
  })) as unknown as Triple[]
}

/** The message of the actual error, which jsonld wraps in `details.cause`. */
function causeOf (error: unknown): string {
  const { details, message } = error as { details?: { cause?: unknown }, message?: string }
  return details?.cause instanceof Error ? causeOf(details.cause) : message ?? String(error)
}
