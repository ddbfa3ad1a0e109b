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
export const OMEKA = 'http://omeka.org/s/vocabs/o#'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'

/**
 * Members with arbitrary JSON. They become `rdf:JSON` literals, so that keys in them are not treated as properties.
 */
export const FREE_JSON = ['o:args', 'o:data', 'o:ini', 'o:item_pool', 'o:layout_data', 'o:navigation']
