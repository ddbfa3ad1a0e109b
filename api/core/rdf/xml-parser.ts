import type { RdfXmlParser } from 'rdfxml-streaming-parser'

/**
 * A parser of RDF/XML that reports truncated documents, which the library by itself accepts. Loaded on demand, because
 * loading it would slow down every start of the program.
 *
 * @param base URL of the document.
 */
export async function xmlParser (base: string | undefined): Promise<RdfXmlParser> {
  const { RdfXmlParser: Parser } = await import('rdfxml-streaming-parser')
  const parser = new Parser(base === undefined ? {} : { baseIRI: base })
  const { saxParser } = parser as unknown as { saxParser: { close (): void } }
  parser._flush = (done) => {
    try {
      saxParser.close()
      done()
    } catch (error) {
      done(error as Error)
    }
  }
  return parser
}
