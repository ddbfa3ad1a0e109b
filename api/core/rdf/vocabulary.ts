import { OMEKA, RDF, XSD } from './terms.js'

const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
const SKOS = 'http://www.w3.org/2004/02/skos/core#'

export const TYPE = `${RDF}type`
/** The type of reified statements, which express annotations of values. */
export const STATEMENT = `${RDF}Statement`
export const ANY_URI = `${XSD}anyURI`

/** Predicates for labels, in order of preference. */
export const LABELS: readonly string[] = [`${RDFS}label`, `${SKOS}prefLabel`]

/** The namespace of the keys that begin with `o:`. */
export const OWN = OMEKA

/** Namespaces of keys that are computed, or that extensions add (docs/contract/http.md §11). */
export const COMPUTED: readonly string[] = [
  OWN, 'http://www.w3.org/2011/content#', 'http://www.w3.org/2006/time#'
]
