import { DataFactory, Writer, type Quad as N3Quad } from 'n3'
import type { Prefixes } from '../../api/core/rdf/context.js'
import { RDF, XSD, type Quad } from '../../api/core/rdf/terms.js'
import { Turns } from '../../api/core/sequence/turns.js'

/** Turtle, which is valid Notation3, too; or TriG, if quads are in named graphs. Declares the prefixes that occur. */
export async function turtle (quads: readonly Quad[], prefixes: Prefixes): Promise<string> {
  const turns = new Turns()
  const isTrig = quads.some(({ graph }) => graph.termType !== 'DefaultGraph')
  const writer = new Writer({
    format: isTrig ? 'application/trig' : 'text/turtle',
    prefixes: { xsd: XSD, ...await used(quads, { rdf: RDF, ...prefixes }, turns) }
  })
  for (const [at, quad] of quads.entries()) {
    if (at % QUADS_PER_TURN === 0) await turns.next()
    writer.addQuad(DataFactory.fromQuad({ ...quad, termType: 'Quad' } as unknown as N3Quad))
  }
  return await new Promise((resolve, reject) => {
    writer.end((error: Error | null, text) => { error ? reject(error) : resolve(text) })
  })
}

async function used (quads: readonly Quad[], prefixes: Prefixes, turns: Turns): Promise<Prefixes> {
  const unused = new Map(Object.entries(prefixes))
  for (const [at, { predicate, object }] of quads.entries()) {
    if (at % QUADS_PER_TURN === 0) await turns.next()
    for (const [prefix, namespace] of unused) {
      const isUsed = predicate.value.startsWith(namespace) ||
        (object.termType === 'NamedNode' && object.value.startsWith(namespace))
      if (isUsed) unused.delete(prefix)
    }
  }
  return Object.fromEntries(Object.entries(prefixes).filter(([prefix]) => !unused.has(prefix)))
}

const QUADS_PER_TURN = 1000
