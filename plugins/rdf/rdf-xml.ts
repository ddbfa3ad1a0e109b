import { setImmediate as nextTurn } from 'node:timers/promises'
import { IN_ONE_TURN, RDF, type Quad, type Term } from '../../api/rdf/terms.js'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML 1.0 cannot hold, not even escaped. */
// eslint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** RDF/XML, with one description per subject. Predicates that cannot be written as element names are left out. */
export async function rdfXml (quads: Quad[], context: Record<string, string>): Promise<string> {
  const names = new ElementNames(context)
  const descriptions = new Map<string, string[]>()
  for (const [at, { subject, predicate, object }] of quads.entries()) {
    if (at % IN_ONE_TURN === 0) await nextTurn()
    const name = names.of(predicate.value)
    if (name === undefined) continue
    const about = node(subject, 'about')
    const lines = descriptions.get(about) ?? []
    lines.push(`    ${property(name, object)}\n`)
    descriptions.set(about, lines)
  }
  const body = [...descriptions].map(([about, lines]) =>
    `  <rdf:Description ${about}>\n${lines.join('')}  </rdf:Description>\n`)
  return `<?xml version="1.0" encoding="utf-8"?>\n<rdf:RDF${names.declarations()}>\n${body.join('')}</rdf:RDF>\n`
}

function property (name: string, object: Term): string {
  if (object.termType !== 'Literal') return `<${name} ${node(object, 'resource')}/>`
  const kind = object.language
    ? `xml:lang="${escaped(object.language)}"`
    : `rdf:datatype="${escaped(object.datatype!.value)}"`
  return `<${name} ${kind}>${escaped(object.value)}</${name}>`
}

function node ({ termType, value }: Term, attribute: 'about' | 'resource'): string {
  return termType === 'BlankNode' ? `rdf:nodeID="${escaped(value)}"` : `rdf:${attribute}="${escaped(value)}"`
}

function escaped (text: string): string {
  return text.replace(NOT_IN_XML, '').replace(/[&<>"]/g, (c) => ENTITIES[c]!)
}

/** The longest end of an IRI that is a valid local name of an element; empty when there is none. */
function localNameOf (iri: string): string {
  let start = iri.length
  while (start > 0 && /[\w.-]/.test(iri[start - 1]!)) start--
  const end = iri.slice(start)
  const first = end.search(/[A-Z_]/i)
  return first < 0 ? '' : end.slice(first)
}

/** Assigns qualified names to predicates, and collects the namespaces to declare. */
class ElementNames {
  readonly #prefixes: Map<string, string>
  readonly #used = new Map([[RDF, 'rdf']])

  constructor (context: Record<string, string>) {
    this.#prefixes = new Map(Object.entries(context).map(([prefix, namespace]) => [namespace, prefix]))
  }

  of (iri: string): string | undefined {
    const local = localNameOf(iri)
    if (local === '' || local === iri) return undefined
    const namespace = iri.slice(0, -local.length)
    let prefix = this.#used.get(namespace)
    if (prefix === undefined) this.#used.set(namespace, prefix = this.#newPrefix(namespace))
    return `${prefix}:${local}`
  }

  /** The prefix in the context, or another if it is taken: `rdf` always stands for the RDF namespace. */
  #newPrefix (namespace: string): string {
    const taken = new Set(this.#used.values())
    const known = this.#prefixes.get(namespace)
    if (known !== undefined && !taken.has(known)) return known
    let number = this.#used.size
    while (taken.has(`ns${number}`)) number++
    return `ns${number}`
  }

  declarations (): string {
    return [...this.#used].map(([namespace, prefix]) => `\n    xmlns:${prefix}="${escaped(namespace)}"`).join('')
  }
}
