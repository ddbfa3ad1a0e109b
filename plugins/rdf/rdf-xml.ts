import type { Prefixes } from '../../api/core/rdf/context.js'
import { RDF, type Quad, type Term } from '../../api/core/rdf/terms.js'
import { Turns } from '../../api/core/sequence/turns.js'
import { escapedXml } from '../../api/core/answers/xml.js'

/** Characters that may begin the local name of an element, and that may follow (XML 1.0, 2.3). */
const NAME_START = /[A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}]/u
const NAME = new RegExp(`[\\w.\\-\\xB7\\u203F\\u2040]|[\\u0300-\\u036F]|${NAME_START.source}`, 'u')

/** Names of the RDF namespace that are syntax in RDF/XML, not properties (RDF 1.1 XML Syntax, 5.1). */
const SYNTAX = new Set([
  'RDF', 'Description', 'ID', 'about', 'aboutEach', 'aboutEachPrefix', 'bagID', 'datatype', 'li', 'nodeID', 'parseType', 'resource'
])

/** Namespaces with reserved prefixes, which cannot get another prefix (Namespaces in XML 1.0, 3). */
const RESERVED = new Set(['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/'])

/**
 * RDF/XML, with one description per subject. Leaves out what the format cannot express (docs/rdf.md): predicates that
 * do not end like the name of an element, and control characters.
 */
export async function * rdfXml (quads: readonly Quad[], prefixes: Prefixes): AsyncGenerator<string> {
  const turns = new Turns()
  const names = new ElementNames(prefixes)
  const descriptions = new Map<string, string[]>()
  for (const [at, { subject, predicate, object }] of quads.entries()) {
    if (at % QUADS_PER_TURN === 0) await turns.next()
    const name = names.of(predicate.value)
    if (name === undefined) continue
    const about = node(subject, 'about')
    const lines = descriptions.get(about) ?? []
    lines.push(`    ${property(name, object)}\n`)
    descriptions.set(about, lines)
  }
  yield `<?xml version="1.0" encoding="utf-8"?>\n<rdf:RDF${names.declarations()}>\n`
  for (const [about, lines] of descriptions) {
    yield `  <rdf:Description ${about}>\n${lines.join('')}  </rdf:Description>\n`
    await turns.next()
  }
  yield '</rdf:RDF>\n'
}

const QUADS_PER_TURN = 1000

function property (name: string, object: Term): string {
  if (object.termType !== 'Literal') return `<${name} ${node(object, 'resource')}/>`
  const kind = object.language
    ? `xml:lang="${escapedXml(object.language)}"`
    : `rdf:datatype="${escapedXml(object.datatype!.value)}"`
  return `<${name} ${kind}>${escapedXml(object.value)}</${name}>`
}

function node ({ termType, value }: Term, attribute: 'about' | 'resource'): string {
  return termType === 'BlankNode' ? `rdf:nodeID="${escapedXml(value)}"` : `rdf:${attribute}="${escapedXml(value)}"`
}

/** The longest end of an IRI that is a valid local name of an element; empty when there is none. */
function localNameOf (iri: string): string {
  const characters = [...iri]
  let start = characters.length
  while (start > 0 && NAME.test(characters[start - 1]!)) start--
  while (start < characters.length && !NAME_START.test(characters[start]!)) start++
  return characters.slice(start).join('')
}

/** Assigns qualified names to predicates, and collects the namespaces to declare. */
class ElementNames {
  readonly #prefixes: Map<string, string>
  readonly #names = new Map<string, string>()
  readonly #used = new Map([[RDF, 'rdf']])

  constructor (prefixes: Prefixes) {
    this.#prefixes = new Map(Object.entries(prefixes).map(([prefix, namespace]) => [namespace, prefix]))
  }

  of (iri: string): string | undefined {
    const known = this.#names.get(iri)
    if (known !== undefined) return known
    const local = localNameOf(iri)
    if (local === '' || local === iri) return undefined
    const namespace = iri.slice(0, -local.length)
    if (RESERVED.has(namespace) || (namespace === RDF && SYNTAX.has(local))) return undefined
    let prefix = this.#used.get(namespace)
    if (prefix === undefined) this.#used.set(namespace, prefix = this.#newPrefix(namespace))
    const name = `${prefix}:${local}`
    this.#names.set(iri, name)
    return name
  }

  /** The prefix in the context, or another if that is taken or reserved: `rdf` always stands for the RDF namespace. */
  #newPrefix (namespace: string): string {
    const taken = new Set(this.#used.values())
    const known = this.#prefixes.get(namespace)
    if (known !== undefined && !taken.has(known) && !/^xml/i.test(known)) return known
    let number = this.#used.size
    while (taken.has(`ns${number}`)) number++
    return `ns${number}`
  }

  declarations (): string {
    return [...this.#used].map(([namespace, prefix]) => `\n    xmlns:${prefix}="${escapedXml(namespace)}"`).join('')
  }
}
