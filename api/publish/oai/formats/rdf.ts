import { Xml, type Part } from '../../../core/answers/xml.js'
import { RDF } from '../../../core/rdf/terms.js'
import type { Described, Statement } from './described.js'

const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'

const SCHEMES = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i

/** Reserved prefixes of a document. */
const OWN = {
  'xmlns:rdf': RDF,
  'xmlns:rdfs': RDFS,
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${RDF} http://www.openarchives.org/OAI/2.0/rdf.xsd`
}

/**
 * RDF/XML: every public value of any vocabulary, with the labels of the resources that it refers to. Properties whose
 * local names are not valid element names are left out.
 * @param namespaces of the vocabularies, by prefix.
 */
export function rdf ({ address, resourceClass, statements }: Described, namespaces: ReadonlyMap<string, string>): Xml {
  const used: Record<string, string> = {}
  const properties: Part[] = []
  if (resourceClass !== undefined) properties.push(Xml.element('rdf:type', { 'rdf:resource': resourceClass.uri }))
  for (const statement of statements) {
    const [prefix, local] = statement.term.split(':', 2) as [string, string]
    const namespace = namespaces.get(prefix)
    if (namespace === undefined || !/^[a-z_]/i.test(local)) continue
    const name = prefixInXml(prefix)
    used[`xmlns:${name}`] = namespace
    properties.push(property(`${name}:${local}`, statement))
  }
  return Xml.element('rdf:RDF', { ...OWN, ...used }, Xml.element('rdf:Description', { 'rdf:about': address }, properties))
}

/** A valid XML prefix: a vocabulary may have one that XML does not allow, or that is reserved. */
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
