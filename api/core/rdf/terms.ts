/** A term of a triple, in the form that jsonld returns and n3 takes (RDF/JS). */
export interface Term {
  termType: 'NamedNode' | 'BlankNode' | 'Literal' | 'DefaultGraph'
  value: string
  language?: string
  datatype?: { termType: 'NamedNode', value: string }
}

/** A node of a JSON-LD document. */
export type Node = Record<string, unknown>

export interface Quad { subject: Term, predicate: Term, object: Term, graph: Term }

/** Number of triples written before other requests get a turn: a few milliseconds. */
export const IN_ONE_TURN = 2000

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
export const OMEKA = 'http://omeka.org/s/vocabs/o#'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'

/** Members that hold free JSON. They become `rdf:JSON` literals, so that no key in them is taken for a property. */
export const FREE_JSON = ['o:args', 'o:data', 'o:ini', 'o:item_pool', 'o:layout_data', 'o:navigation']
