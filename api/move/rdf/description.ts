import { toId } from '../../core/text/numbers.js'

/** A document as it was received. */
export interface RdfDocument {
  bytes: Uint8Array
  /** One of RDF_TYPES. */
  mediaType: string
  /** The parameter of the media type. */
  charset?: string | undefined
}

/** The media types that are read as RDF. JSON-LD is, unless it has the structure that the service documents. */
export const RDF_TYPES: readonly string[] = [
  'application/ld+json', 'text/turtle', 'application/n-triples', 'application/rdf+xml'
]

/** What a document is about, and where. */
export interface Place {
  /** Address of the API, with a slash at the end: `https://example.org/api/`. */
  api: string
  /** Name of the resource type: `items`. */
  type: string
  /** Id of the resource that is to be changed; absent: the document describes a new one. */
  id?: string | undefined
}

/** The address that the document was sent to, which relative addresses in it refer to. */
export function addressOf ({ api, type, id }: Place): string {
  return id === undefined ? `${api}${type}` : `${api}${type}/${id}`
}

/** What a document says of one resource: its classes and statements by their IRIs, in the order of the document. */
export interface Description {
  /** IRI of what is described; null for a blank node. */
  subject: string | null
  types: string[]
  statements: Statement[]
}

export interface Statement {
  predicate: string
  object: Thing
  /** Whether it may be seen by everybody; absent: not said. */
  isPublic?: boolean
  /** What is said about the statement itself. Several, when it is made more than once with different annotations. */
  annotations: Statement[][]
  /** The object is a member of a list that has lists within it. */
  isNested?: true
}

export type Thing =
  | { kind: 'literal', text: string, language?: string, datatype: string }
  /** @param labels what the document calls it. */
  | { kind: 'iri', iri: string, labels: Label[] }
  /** Something without an IRI, of which only keys of the service may speak. */
  | { kind: 'node', node: Description }
  /** `rdf:nil`, the empty list: no value. */
  | { kind: 'none' }

export interface Label { text: string, language?: string }

/** The type and id in an address of the service's own; undefined for any other IRI. */
export function ownAddress (iri: string, api: string): { type: string, id: number } | undefined {
  if (!iri.startsWith(api)) return undefined
  const [type, id, ...more] = iri.slice(api.length).split('/')
  const number = toId(id)
  return type === undefined || number === undefined || more.length > 0 ? undefined : { type, id: number }
}
