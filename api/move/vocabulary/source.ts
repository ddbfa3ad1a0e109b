import { ValidationError } from '../../core/calls/errors.js'
import { guessedSyntax, JSON_LD, TURTLE, wholeText } from '../../core/rdf/document-text.js'
import type { Quad } from '../../core/rdf/terms.js'
import type { FileServices } from '../../files/file-services.js'
import { wholeContent } from '../pipeline/lines.js'
import { causeOf, quadsInJsonLd, quadsInText } from '../rdf/documents.js'

/** A vocabulary is parsed in memory; the largest in use have a few million bytes. */
const VOCABULARY_MAX_BYTES = 64 * 1024 * 1024

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
export async function readTriples (
  { source, allowRemoteContexts = false }: SourceOptions, files: FileServices
): Promise<Quad[]> {
  const isRemote = /^https?:\/\//i.test(source)
  const base = isRemote ? source : undefined
  try {
    const read = async (file: string) => await wholeContent(file, VOCABULARY_MAX_BYTES)
    const bytes = isRemote
      ? await files.withFetched(source, read, { maxBytes: VOCABULARY_MAX_BYTES })
      : await read(source)
    if (bytes === undefined) throw new Error(`it is larger than ${VOCABULARY_MAX_BYTES} bytes`)
    const syntax = guessedSyntax(bytes)
    const text = await wholeText(bytes, syntax)
    if (syntax === JSON_LD) {
      return await quadsInJsonLd(JSON.parse(text), base, async (address) => {
        if (allowRemoteContexts) return await files.fetchJson(address) as object
        throw new Error(`It needs the context ${address}, which is fetched only when that is allowed.`)
      })
    }
    const triples: Quad[] = []
    for await (const triple of quadsInText([text], syntax === TURTLE ? undefined : syntax, base)) triples.push(triple)
    return triples
  } catch (error) {
    throw ValidationError.of('source', `${source} cannot be read: ${causeOf(error)}`)
  }
}
