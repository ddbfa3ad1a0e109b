import type { JsonLdDocument } from 'jsonld'
import { prefixContext, UNPREFIXED, type Prefixes } from './context.js'
import { absoluteIri, escapedIri, FREE_JSON, LANGUAGE_TAG, RDF, type Node } from './terms.js'

/** Nodes that refer to each other by blank node identifiers. */
export interface Group {
  nodes: Node[]
  /** URL of the described resource, the name of its graph. */
  resource: string
}

/**
 * Converts representations to JSON-LD nodes, with statements about their values. Corrects what jsonld would reject or
 * drop: maps keys without a prefix, escapes characters that are not allowed in IRIs, and removes invalid language
 * tags. Annotations of values, and their being private, become reified statements, the only way that all RDF 1.1
 * formats support.
 */
export function * nodesOf (resources: Iterable<unknown>, prefixes: Prefixes): Generator<Group> {
  let statements = 0
  for (const given of resources) {
    const { '@id': id } = given as Node
    const address = typeof id === 'string' ? absoluteIri(id, '') : ''
    const resource = new Resource(prefixes, address)
    yield { nodes: [resource.node(given as Node)], resource: address }
    for (const nodes of statementsOf(given as Node, address, resource, () => `_:statement${statements++}`)) {
      yield { nodes, resource: address }
    }
  }
}

/** A JSON-LD document with an embedded context. @param isNamed whether each resource is a named graph. */
export function documentOf (groups: readonly Group[], prefixes: Prefixes, isNamed = false): JsonLdDocument {
  const graph = groups.flatMap(({ nodes, resource }) =>
    isNamed && resource !== '' ? [{ '@id': resource, '@graph': nodes }] : nodes)
  return { '@context': prefixContext(prefixes), '@graph': graph } as JsonLdDocument
}

/** Corrects the nodes of one representation. */
class Resource {
  /** @param address URL of the resource, the base of its relative IRIs. */
  constructor (readonly prefixes: Prefixes, readonly address: string) {}

  /** Whether a term can be written out: contexts leave out vocabularies that RDF cannot hold. */
  isKnown (term: string): boolean {
    const colon = term.indexOf(':')
    return colon === -1 || term.startsWith('//', colon + 1) || Object.hasOwn(this.prefixes, term.slice(0, colon))
  }

  node (given: Node): Node {
    if ('@value' in given) return this.#literal(given)
    const out: Node = {}
    for (const [key, value] of Object.entries(given)) this.#add(out, key, value)
    return out
  }

  #any (given: unknown): unknown {
    if (Array.isArray(given)) return given.map((one) => this.#any(one))
    if (typeof given === 'string') return given.toWellFormed()
    return given === null || typeof given !== 'object' ? given : this.node(given as Node)
  }

  #add (out: Node, key: string, value: unknown): void {
    if (key === '@id') {
      if (typeof value === 'string') out[key] = this.#iri(value)
      return
    }
    if (key === '@type') {
      const types = [value].flat().map(String).filter((type) => this.isKnown(type)).map((type) => this.#iri(type))
      if (types.length > 0) out[key] = Array.isArray(value) ? types : types[0]
      return
    }
    if (key === '@context' || key === '@annotation' || key === '@language' || !this.isKnown(key)) return
    const term = Object.hasOwn(UNPREFIXED, key) ? UNPREFIXED[key] : undefined
    if (term === null) return
    if (term === '@nest') {
      for (const [nested, one] of Object.entries(value ?? {})) this.#add(out, nested, one)
    } else if (term?.['@type'] === '@id') {
      if (typeof value === 'string') out[term['@id']] = { '@id': this.#iri(value) }
    } else if (term?.['@type'] === '@json') {
      out[term['@id']] = { '@type': '@json', '@value': value }
    } else {
      // The local name of a property may have characters that are not allowed in IRIs.
      out[term?.['@id'] ?? escapedIri(key)] = FREE_JSON.includes(key) ? value : this.#any(value)
    }
  }

  #literal ({ '@value': value, '@language': language, '@type': type }: Node): Node {
    if (typeof value === 'object') return value === null ? { '@value': null } : { '@value': value, '@type': '@json' }
    const literal: Node = { '@value': typeof value === 'string' ? value.toWellFormed() : value }
    if (typeof type === 'string' && !/^(?:@|_:)/.test(type)) literal['@type'] = this.#iri(type)
    else if (type === '@json') literal['@type'] = type
    else if (typeof value === 'string' && LANGUAGE_TAG.test(String(language))) literal['@language'] = language
    return literal
  }

  #iri (given: string): string {
    return absoluteIri(given, this.address)
  }
}

/** An `rdf:Statement` for every annotated or private value of a node, and statements about the annotation itself. */
function * statementsOf (node: Node, subject: string, resource: Resource, newId: () => string): Generator<Node[]> {
  for (const [term, values] of Object.entries(node)) {
    if (!Array.isArray(values) || !resource.isKnown(term)) continue
    for (const value of values as Array<Node | null>) {
      const annotation = value?.['@annotation'] as Node | undefined
      const isPrivate = value?.is_public === false
      if (annotation === undefined && !isPrivate) continue
      const id = newId()
      const object = resource.node(value!)
      const { '@type': types = [], ...said } = resource.node(annotation ?? {})
      const statement = {
        '@id': id,
        '@type': [`${RDF}Statement`, ...[types].flat() as string[]],
        [`${RDF}subject`]: { '@id': subject },
        [`${RDF}predicate`]: { '@id': escapedIri(term) },
        [`${RDF}object`]: '@value' in object ? object : { '@id': object['@id'] },
        ...(isPrivate && { 'o:is_public': false }),
        ...said
      }
      yield [statement, ...[...statementsOf(annotation ?? {}, id, resource, newId)].flat()]
    }
  }
}
