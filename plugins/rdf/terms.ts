/** The parts of a triple, as jsonld gives them and n3 takes them (RDF/JS). */
export interface Term {
  termType: 'NamedNode' | 'BlankNode' | 'Literal' | 'DefaultGraph'
  value: string
  language?: string
  datatype?: { termType: 'NamedNode', value: string }
}

/** A node of a JSON-LD document. */
export type Node = Record<string, unknown>

export interface Quad { subject: Term, predicate: Term, object: Term, graph: Term }

/** Triples that are written as text before other requests have their turn: a few milliseconds. */
export const IN_ONE_TURN = 2000

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
export const OMEKA = 'http://omeka.org/s/vocabs/o#'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'

/** Members that hold whatever JSON somebody put there; as `rdf:JSON` it is kept whole and means nothing by accident. */
export const FREE_JSON = ['o:args', 'o:data', 'o:ini', 'o:item_pool', 'o:layout_data', 'o:navigation']
