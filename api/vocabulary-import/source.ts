import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { JsonLdDocument } from 'jsonld'
import type { RemoteDocument } from 'jsonld/jsonld-spec.js'
import { ValidationError } from '../errors.js'
import type { FileServices } from '../files/file-services.js'

/** What of an RDF triple matters here (RDF/JS). */
export interface Triple {
  subject: { value: string }
  predicate: { value: string }
  object: { termType: string, value: string }
}

export interface SourceOptions {
  /** Path of a file, or an http(s) address. */
  source: string
  /** Fetch contexts that a JSON-LD document names; they come from wherever it says. */
  allowRemoteContexts?: boolean
}

/**
 * The triples of a document in RDF/XML, Turtle, N3, N-Triples, N-Quads or JSON-LD, in its order; JSON-LD, an object,
 * has none, and comes by address. The document itself shows what it is: servers and file names often say otherwise.
 *
 * @throws ValidationError when it is none of them.
 */
export async function readTriples (options: SourceOptions, files: FileServices): Promise<Triple[]> {
  const isRemote = /^https?:\/\//i.test(options.source)
  const base = isRemote ? options.source : undefined
  try {
    const text = (isRemote ? await files.fetchText(options.source) : await readFile(options.source, 'utf8')).replace(
      /^\uFEFF/,
      ''
    )
    if (/^\s*(<\?xml|<!--|<!DOCTYPE|<([\w.-]+:)?RDF\b)/.test(text)) return await parseXml(text, base)
    // Turtle may begin with a bracket as well; JSON goes on with a quotation mark, a brace or its end.
    if (/^\s*(\{|\[\s*[{[\]])/.test(text)) return await parseJson(text, base, options, files)
    return await parseTurtle(text, base)
  } catch (error) {
    throw ValidationError.of('source', `${options.source} cannot be read: ${causeOf(error).split('\n')[0]!}`)
  }
}

// The parsers are loaded when they are wanted: every command and every server start would wait for them.

async function parseTurtle (text: string, base: string | undefined): Promise<Triple[]> {
  const { Parser } = await import('n3')
  return new Parser({ ...(base !== undefined && { baseIRI: base }) }).parse(text)
}

async function parseXml (text: string, base: string | undefined): Promise<Triple[]> {
  const { RdfXmlParser } = await import('rdfxml-streaming-parser')
  const parser = new RdfXmlParser(base === undefined ? {} : { baseIRI: base })
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

/** jsonld wraps what went wrong in what it was about to do. */
function causeOf (error: unknown): string {
  const { details, message } = error as { details?: { cause?: unknown }, message?: string }
  return details?.cause instanceof Error ? causeOf(details.cause) : message ?? String(error)
}
