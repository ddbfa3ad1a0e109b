import { toId } from '../../core/calls/given.js'

/** A received document. */
export interface RdfDocument {
  bytes: Uint8Array
  /** One of RDF_TYPES. */
  mediaType: string
  /** The charset parameter of the media type. */
  charset?: string | undefined
}

/** Media types that are read as RDF; JSON-LD only if it does not have the structure that the service documents. */
export const RDF_TYPES: readonly string[] = [
  'application/ld+json', 'text/turtle', 'application/n-triples', 'application/rdf+xml'
]

/** The resource that a request addresses. */
export interface Place {
  /** URL of the API with a trailing slash: `https://example.org/api/`. */
  api: string
  /** Name of the resource type: `items`. */
  type: string
  /** Id of the resource to change; absent: the document describes a new one. */
  id?: string | undefined
}

/** The URL to which the document was sent, the base of its relative IRIs. */
export function addressOf ({ api, type, id }: Place): string {
  return id === undefined ? `${api}${type}` : `${api}${type}/${id}`
}

/** The description of one resource by a document: its classes and statements by IRI, in the order of the document. */
export interface Description {
  /** IRI of the resource; null for a blank node. */
  subject: string | null
  types: string[]
  statements: Statement[]
}

export interface Statement {
  predicate: string
  object: Thing
  /** Absent when the document does not specify it. */
  isPublic?: boolean
  /** Annotations of the statement. Several, if it occurs with different annotations. */
  annotations: Statement[][]
  /** The object is a member of a list that contains lists. */
  isNested?: true
}

export type Thing =
  | { kind: 'literal', text: string, language?: string, datatype: string }
  /** @param labels labels in the document. */
  | { kind: 'iri', iri: string, labels: Label[] }
  /** A blank node, which only keys of the service may have as an object. */
  | { kind: 'node', node: Description }
  /** `rdf:nil`, the empty list: no value. */
  | { kind: 'none' }

export interface Label { text: string, language?: string }

/** The type and id in a URL of the service; undefined for any other IRI. */
export function ownAddress (iri: string, api: string): { type: string, id: number } | undefined {
  if (!iri.startsWith(api)) return undefined
  const [type, id, ...more] = iri.slice(api.length).split('/')
  const number = toId(id)
  return type === undefined || number === undefined || more.length > 0 ? undefined : { type, id: number }
}
