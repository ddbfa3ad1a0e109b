import { pathToFileURL } from 'node:url'
import { parseBoundedJson } from '../../../../../files/streams/received-bytes.js'
import type { Terms } from '../../../../../db/query/statements/terms.js'
import { namespacesInRdf } from '../../../../core/answers/namespaces.js'
import { bytesOf, wholeContent } from '../../../pipeline/lines.js'
import { ImportError } from '../../../pipeline/problems.js'
import { guessedSyntax, JSON_LD, textOf, TURTLE, wholeText, XML } from '../../../../core/rdf/document-text.js'
import { OMEKA, type Quad } from '../../../../core/rdf/terms.js'
import { quadsInJsonLd, quadsInText } from '../../../rdf/documents.js'

/** A JSON-LD document is parsed in memory. */
const JSON_LD_MAX_BYTES = 64 * 1024 * 1024

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

/** The statements of a document in any syntax but JSON-LD, as a stream. */
export function readQuads (file: string, syntax: string): AsyncGenerator<Quad> {
  return quadsInText(textOf(bytesOf(file), syntax), syntax, pathToFileURL(file).href)
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
  return await quadsInJsonLd(document, undefined, async (address) => {
    if (!/\/api-context$/.test(address)) throw new Error(`It needs the context ${address}, which is not fetched.`)
    return { '@context': { o: OMEKA, ...Object.fromEntries(namespacesInRdf(namespaces)) } }
  })
}
