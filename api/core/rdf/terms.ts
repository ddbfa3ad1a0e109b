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

const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
const SKOS = 'http://www.w3.org/2004/02/skos/core#'

export const TYPE = `${RDF}type`
/** The type of reified statements, which express annotations of values. */
export const STATEMENT = `${RDF}Statement`
export const ANY_URI = `${XSD}anyURI`

/** Predicates for labels, in order of preference. */
export const LABELS: readonly string[] = [`${RDFS}label`, `${SKOS}prefLabel`]

/** Namespaces of keys that are computed, or that extensions add (docs/contract/http.md §11). */
export const COMPUTED: readonly string[] = [
  OMEKA, 'http://www.w3.org/2011/content#', 'http://www.w3.org/2006/time#'
]
