import { setImmediate as nextTurn } from 'node:timers/promises'
import { DataFactory, Writer, type Quad as N3Quad } from 'n3'
import { IN_ONE_TURN, RDF, XSD, type Quad } from '../../api/rdf/terms.js'

/** Turtle, which is valid Notation3, too. Declares the prefixes that occur. */
export async function turtle (quads: Quad[], context: Record<string, string>): Promise<string> {
  const writer = new Writer({ prefixes: { xsd: XSD, ...used(quads, { rdf: RDF, ...context }) } })
  for (const [at, quad] of quads.entries()) {
    if (at % IN_ONE_TURN === 0) await nextTurn()
    writer.addQuad(DataFactory.fromQuad({ ...quad, termType: 'Quad' } as unknown as N3Quad))
  }
  return await new Promise((resolve, reject) => {
    writer.end((error: Error | null, text: string) => { (error ?? null) === null ? resolve(text) : reject(error) })
  })
}

function used (quads: Quad[], context: Record<string, string>): Record<string, string> {
  const iris = new Set<string>()
  for (const { predicate, object } of quads) {
    iris.add(predicate.value)
    if (object.termType === 'NamedNode') iris.add(object.value)
  }
  const isUsed = (namespace: string): boolean => [...iris].some((iri) => iri.startsWith(namespace))
  return Object.fromEntries(Object.entries(context).filter(([, namespace]) => isUsed(namespace)))
}
