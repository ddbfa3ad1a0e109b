import { DataFactory, Writer, type Quad as N3Quad } from 'n3'
import { RDF, XSD, type Quad } from './terms.js'

/** Turtle, which is Notation3 as well. Prefixes are those of the vocabularies that occur. */
export async function turtle (quads: Quad[], context: Record<string, string>): Promise<string> {
  const writer = new Writer({ prefixes: { ...used(quads, { ...context, rdf: RDF }), xsd: XSD } })
  for (const quad of quads) writer.addQuad(DataFactory.fromQuad({ ...quad, termType: 'Quad' } as unknown as N3Quad))
  return await new Promise((resolve, reject) => {
    writer.end((error: Error | null, text: string) => { error === null || error === undefined ? resolve(text) : reject(error) })
  })
}

function used (quads: Quad[], context: Record<string, string>): Record<string, string> {
  const iris = new Set(quads.flatMap(({ predicate, object }) => object.termType === 'NamedNode' ? [predicate.value, object.value] : [predicate.value]))
  return Object.fromEntries(Object.entries(context).filter(([, namespace]) => [...iris].some((iri) => iri.startsWith(namespace))))
}
