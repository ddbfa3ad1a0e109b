import { Xml, type Part } from '../../../core/answers/xml.js'
import { RDF, RDFS } from '../../../core/rdf/terms.js'
import type { Described, Statement } from './described.js'

const SCHEMES = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i

/** Reserved prefixes of a document. */
const OWN = {
  'xmlns:rdf': RDF,
  'xmlns:rdfs': RDFS,
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${RDF} http://www.openarchives.org/OAI/2.0/rdf.xsd`
}

/**
 * RDF/XML: every public value, whatever its vocabulary, with the labels of what it refers to. Left out are properties
 * whose local names cannot be those of elements.
 *
 * @param namespaces of the vocabularies that RDF can hold, by prefix.
 */
export function rdf ({ address, resourceClass, statements }: Described, namespaces: ReadonlyMap<string, string>): Xml {
  const used: Record<string, string> = {}
  const properties: Part[] = []
  if (resourceClass !== undefined && namespaces.has(prefixOf(resourceClass.term))) properties.push(Xml.element('rdf:type', { 'rdf:resource': resourceClass.uri }))
  for (const statement of statements) {
    const prefix = prefixOf(statement.term)
    const local = statement.term.slice(prefix.length + 1)
    const namespace = namespaces.get(prefix)
    if (namespace === undefined || !/^[a-z_]/i.test(local)) continue
    const name = prefixInXml(prefix)
    used[`xmlns:${name}`] = namespace
    properties.push(property(`${name}:${local}`, statement))
  }
  return Xml.element('rdf:RDF', { ...OWN, ...used }, Xml.element('rdf:Description', { 'rdf:about': address }, properties))
}

const prefixOf = (term: string): string => term.slice(0, term.indexOf(':'))

/** A vocabulary may have a prefix that XML does not allow, or one that is taken here. */
function prefixInXml (prefix: string): string {
  return /^(?!xml|ns-)[a-z_]/i.test(prefix) && !Object.hasOwn(OWN, `xmlns:${prefix}`) ? prefix : `ns-${prefix}`
}

function property (name: string, { text, language, uri }: Statement): Xml {
  const label = { 'xml:lang': language }
  if (uri === undefined) return Xml.element(name, label, text)
  // Only an IRI can be a node of a graph.
  if (!SCHEMES.test(uri)) return Xml.element(name, {}, uri)
  if (text === undefined) return Xml.element(name, { 'rdf:resource': uri })
  return Xml.element(name, {}, Xml.element('rdf:Description', { 'rdf:about': uri }, Xml.element('rdfs:label', label, text)))
}
