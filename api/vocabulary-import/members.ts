import type { Triple } from './source.js'

/** A property or class of an RDF vocabulary. */
export interface Member {
  localName: string
  label: string
  comment: string | null
}

export interface Members { classes: Member[], properties: Member[] }

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
const OWL = 'http://www.w3.org/2002/07/owl#'

/** Types of classes and of properties. Members are sorted by type in this order, then by position in the document. */
const CLASS_TYPES = [`${RDFS}Class`, `${OWL}Class`]
const PROPERTY_TYPES = [
  `${RDF}Property`,
  `${OWL}ObjectProperty`,
  `${OWL}DatatypeProperty`,
  `${OWL}SymmetricProperty`,
  `${OWL}TransitiveProperty`,
  `${OWL}FunctionalProperty`,
  `${OWL}InverseFunctionalProperty`
]
/** Predicates of labels; the first with a text is used. */
const LABELS = [
  'http://www.w3.org/2004/02/skos/core#prefLabel',
  `${RDFS}label`,
  'http://xmlns.com/foaf/0.1/name',
  'http://purl.org/rss/1.0/title',
  'http://purl.org/dc/terms/title',
  'http://purl.org/dc/elements/1.1/title'
]
const COMMENT = `${RDFS}comment`

/** The members that RDF triples define in a namespace (docs/contract/admin-resources.md §2, "UI import"). */
export function membersOf (triples: readonly Triple[], namespace: string): Members {
  const ofType = new Map<string, Set<string>>()
  /** The first literal of each subject and predicate. */
  const texts = new Map<string, Map<string, string>>()
  for (const { subject: { value: subject }, predicate: { value: predicate }, object } of triples) {
    if (!subject.startsWith(namespace)) continue
    if (predicate === `${RDF}type`) {
      const subjects = ofType.get(object.value)
      if (subjects === undefined) ofType.set(object.value, new Set([subject]))
      else subjects.add(subject)
    } else if (object.termType === 'Literal') {
      let of = texts.get(subject)
      if (of === undefined) texts.set(subject, of = new Map())
      if (!of.has(predicate)) of.set(predicate, object.value)
    }
  }
  const member = (uri: string): Member => {
    const localName = uri.slice(namespace.length)
    const of = texts.get(uri)
    const label = LABELS.map((predicate) => of?.get(predicate)).find((text) => text !== undefined && text !== '')
    return { localName, label: label ?? localName, comment: of?.get(COMMENT) ?? null }
  }
  const members = (types: readonly string[]): Member[] => {
    const uris = new Set(types.flatMap((type) => [...ofType.get(type) ?? []]))
    return [...uris].filter((uri) => /^[^#:/]+$/.test(uri.slice(namespace.length))).map(member)
  }
  return { classes: members(CLASS_TYPES), properties: members(PROPERTY_TYPES) }
}
