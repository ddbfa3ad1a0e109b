import type { JsonLdDocument } from 'jsonld'
import { FREE_JSON, OMEKA, RDF, type Node } from './terms.js'

type Context = Record<string, string>

const TYPED = Object.fromEntries(
  FREE_JSON.map((term) => [term, { '@id': term.replace('o:', OMEKA), '@type': '@json' }])
)

const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/
// eslint-disable-next-line no-control-regex
const NOT_IN_IRI = /[\u0000-\u0020<>"{}|\\^`]/g

/**
 * The nodes of a representation, or of a list of them, each with statements about its values. First corrects what
 * jsonld would refuse or drop: escapes characters that are not allowed in IRIs, removes invalid language tags, and
 * turns annotations of values into reified statements (the only way that all four formats of RDF 1.1 have).
 *
 * @returns groups of nodes that refer to each other by blank node identifiers.
 */
export function * nodesOf (body: unknown): Generator<Node[]> {
  let statements = 0
  for (const resource of Array.isArray(body) ? body : [body]) {
    const node = clean(resource) as Node
    yield [node]
    for (const group of statementsOf(node, node['@id'], () => `_:statement${statements++}`)) yield group
  }
}

/** A JSON-LD document that contains its context. `@prefix` allows namespaces that end with any character. */
export function documentOf (nodes: Node[], context: Context): JsonLdDocument {
  const prefixes = Object.entries(context).map(([prefix, namespace]) => [prefix, { '@id': namespace, '@prefix': true }])
  return { '@context': { ...Object.fromEntries(prefixes), ...TYPED }, '@graph': nodes } as JsonLdDocument
}

function clean (node: unknown): unknown {
  if (Array.isArray(node)) return node.map(clean)
  if (node === null || typeof node !== 'object') return node
  const out: Node = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === '@context' || (key === '@language' && !LANGUAGE.test(String(value)))) continue
    if (key === '@id' && typeof value === 'string') {
      out[key] = escaped(value)
    } else if (key === '@type') {
      out[key] = Array.isArray(value) ? value.map((type) => escaped(String(type))) : escaped(String(value))
    } else {
      // The local name of a property may have characters that are not allowed in IRIs.
      out[escaped(key)] = FREE_JSON.includes(key) ? value : clean(value)
    }
  }
  return out
}

function escaped (iri: string): string {
  return iri.replace(NOT_IN_IRI, encodeURIComponent)
}

/** An `rdf:Statement` for every annotated value of a node, and the statements about the annotation itself. */
function * statementsOf (node: Node, subject: unknown, newId: () => string): Generator<Node[]> {
  for (const [term, values] of Object.entries(node)) {
    if (!Array.isArray(values)) continue
    for (const value of values as Array<Node | null>) {
      const annotation = value?.['@annotation'] as Node | undefined
      if (annotation === undefined) continue
      const id = newId()
      const statement = {
        '@id': id,
        '@type': `${RDF}Statement`,
        [`${RDF}subject`]: { '@id': subject },
        [`${RDF}predicate`]: { '@id': term },
        [`${RDF}object`]: bare(value!),
        ...annotation
      }
      yield [statement, ...[...statementsOf(annotation, id, newId)].flat()]
    }
  }
}

/** A value without its annotation and the members that are only for display. */
function bare ({ '@id': iri, '@value': text, '@language': language, '@type': datatype }: Node): Node {
  if (text === undefined) return { '@id': iri }
  return {
    '@value': text,
    ...(language !== undefined && { '@language': language }),
    ...(datatype !== undefined && { '@type': datatype })
  }
}
