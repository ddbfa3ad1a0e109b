/** The parts of a triple, as jsonld gives them and n3 takes them (RDF/JS). */
export interface Term {
  termType: 'NamedNode' | 'BlankNode' | 'Literal' | 'DefaultGraph'
  value: string
  language?: string
  datatype?: { termType: 'NamedNode', value: string }
}

export interface Quad { subject: Term, predicate: Term, object: Term, graph: Term }

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
export const OMEKA = 'http://omeka.org/s/vocabs/o#'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'
