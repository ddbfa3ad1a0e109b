import { resolve } from 'relative-to-absolute-iri'

/** A term of a triple, as jsonld returns and n3 accepts it (RDF/JS). */
export interface Term {
  termType: 'NamedNode' | 'BlankNode' | 'Literal' | 'DefaultGraph'
  value: string
  language?: string
  datatype?: { termType: 'NamedNode', value: string }
}

/** A node of a JSON-LD document. */
export type Node = Record<string, unknown>

export interface Quad { subject: Term, predicate: Term, object: Term, graph: Term }

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
/** The namespace of the keys that begin with `o:`. */
export const OMEKA = 'http://omeka.org/s/vocabs/o#'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'

/**
 * Members with arbitrary JSON. They become `rdf:JSON` literals, so that keys in them are not treated as properties.
 */
export const FREE_JSON = ['o:args', 'o:data', 'o:ini', 'o:item_pool', 'o:layout_data', 'o:navigation']

/** The name of a node of a graph; names of blank nodes begin with `_:`. */
export function nameOf ({ termType, value }: { termType: string, value: string }): string {
  return termType === 'BlankNode' ? `_:${value.replace(/^_:/, '')}` : value
}

export function isBlank (name: string): boolean {
  return name.startsWith('_:')
}

export const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
const SKOS = 'http://www.w3.org/2004/02/skos/core#'

export const TYPE = `${RDF}type`
/** The type of reified statements, which express annotations of values. */
export const STATEMENT = `${RDF}Statement`
export const ANY_URI = `${XSD}anyURI`

/** Predicates for labels, in order of preference. */
export const LABELS: readonly string[] = [`${RDFS}label`, `${SKOS}prefLabel`]

/** Namespaces that every context has, besides the namespaces of the vocabularies (docs/contract/http.md §11). */
export const OWN_NAMESPACES = {
  o: OMEKA, 'o-cnt': 'http://www.w3.org/2011/content#', 'o-time': 'http://www.w3.org/2006/time#'
}

/** Namespaces of keys that are computed, or that extensions add. */
export const COMPUTED: readonly string[] = Object.values(OWN_NAMESPACES)

/** A language tag that RDF and XML Schema allow. */
export const LANGUAGE_TAG = /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i

// eslint-disable-next-line no-control-regex
const NOT_IN_IRI = /[\u0000-\u0020\u007f-\u009f\s<>"{}|\\^`]/g

/** Whether an address begins with a scheme. */
export function isAbsolute (address: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(address)
}

/** Escapes characters that are not allowed in IRIs, or that jsonld treats as white space. */
export function escapedIri (address: string): string {
  const iri = address.toWellFormed().replace(NOT_IN_IRI, encodeURIComponent)
  // jsonld treats everything with `://` as absolute, and drops it if it is not.
  return isAbsolute(iri) ? iri : iri.replace('://', '%3A//')
}

/** Relative references whose first segment is a dot segment or empty. */
const NO_NAME_FIRST = /^(?:\.{1,2}(?:[/?#]|$)|[/?#]|$)/

/**
 * A valid IRI for an address. Everything without a scheme is relative, also what looks like a keyword or a blank node
 * of JSON-LD.
 *
 * @param base of relative IRIs; empty: they stay relative.
 */
export function absoluteIri (address: string, base: string): string {
  const iri = escapedIri(address)
  if (isAbsolute(iri)) return iri
  // The library takes `1` in `1:2` for a scheme, and drops the dot of `.well-known`.
  const reference = NO_NAME_FIRST.test(iri) ? iri : `./${iri}`
  return base === '' ? reference : resolve(reference, base)
}
