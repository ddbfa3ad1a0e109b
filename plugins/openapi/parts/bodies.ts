import { takesRdf } from '../../../api/move/rdf/own-keys.js'
import type { Kind } from './responses.js'
import type { MediaType, Operation, Schema } from './types.js'

/** JSON Patch (RFC 6902). */
export const jsonPatch: Schema = {
  type: 'array',
  description: 'Operations on the representation, done in this order, all or none (RFC 6902)',
  items: {
    type: 'object',
    required: ['op', 'path'],
    properties: {
      op: { type: 'string', enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
      path: { type: 'string', description: 'JSON pointer (RFC 6901), such as `/dcterms:title/0/@value`' },
      from: { type: 'string', description: 'JSON pointer, of `move` and `copy`' },
      value: { description: 'Of `add`, `replace` and `test`' }
    }
  }
}

/** JSON Merge Patch (RFC 7396). */
export const mergePatch: Schema = {
  type: 'object',
  description: 'Members to change; null removes one. Lists are replaced as a whole (RFC 7396)',
  additionalProperties: true
}

const file: Schema = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }

const NUMBERED_FILES: Record<string, Schema> = {
  'file[0]': { ...file, description: 'The file that `"file_index": 0` means' },
  'file[1]': { ...file, description: 'The file that `"file_index": 1` means; so with all others' }
}

/** The form parts that contain files, by resource type; other types have none. */
const FILE_PARTS: Record<string, Record<string, Schema>> = {
  items: NUMBERED_FILES,
  media: { 'file[0]': NUMBERED_FILES['file[0]']! },
  assets: { file: { ...file, description: 'The picture' } }
}

function formOf (payload: Schema, files: Record<string, Schema>): MediaType {
  return {
    schema: { type: 'object', required: ['data'], properties: { data: payload, ...files } },
    encoding: { data: { contentType: 'application/json' } }
  }
}

/** JSON-LD of any shape, not only of the shape that the other schemas describe. */
export const jsonLdDocument: Schema = {
  type: ['object', 'array'],
  description: 'JSON-LD of any shape that describes one resource: with a context of its own, expanded, flattened'
}

const TURTLE = `@prefix dcterms: <http://purl.org/dc/terms/> .
<> a <http://purl.org/dc/dcmitype/Image> ;
  dcterms:title "Lighthouse at dusk"@en ;
  dcterms:creator <http://viaf.org/viaf/1> .
<http://viaf.org/viaf/1> <http://www.w3.org/2000/01/rdf-schema#label> "Ada Marsh" .
`

const N_TRIPLES = `_:it <http://purl.org/dc/terms/title> "Lighthouse at dusk"@en .
_:it <http://purl.org/dc/terms/creator> <http://viaf.org/viaf/1> .
`

const RDF_XML = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dcterms="http://purl.org/dc/terms/">
  <rdf:Description rdf:about="">
    <dcterms:title xml:lang="en">Lighthouse at dusk</dcterms:title>
    <dcterms:creator rdf:resource="http://viaf.org/viaf/1"/>
  </rdf:Description>
</rdf:RDF>
`

const rdf = (summary: string, value: string): MediaType => ({
  schema: { type: 'string', description: 'What the statements say of one resource; `<>` is the address they are sent to' },
  examples: { rdf: { summary, value } }
})

/** RDF request bodies, for resource types that RDF can describe. */
const RDF_BODIES: Record<string, MediaType> = {
  'text/turtle': rdf('In Turtle', TURTLE),
  'application/n-triples': rdf('In N-Triples', N_TRIPLES),
  'application/rdf+xml': rdf('In RDF/XML', RDF_XML)
}

/** The bodies of a write to a resource type, by media type. @param body schema of its JSON, as the route has it. */
export function requestBodyOf (name: string, kind: Kind, body: Schema): Operation['requestBody'] {
  const files = FILE_PARTS[name]
  const isRdf = takesRdf(name)
  // The other schema of a patch is that of a JSON Patch, which has a media type of its own.
  const payload = kind === 'patch' ? (body.anyOf as Schema[])[0]! : body
  return {
    required: true,
    content: {
      'application/json': { schema: payload },
      'application/ld+json': {
        schema: isRdf ? { anyOf: [payload, { $ref: '#/components/schemas/JsonLdDocument' }] } : payload
      },
      ...(isRdf && RDF_BODIES),
      ...(kind === 'patch' && {
        'application/merge-patch+json': { schema: { $ref: '#/components/schemas/MergePatch' } },
        'application/json-patch+json': { schema: { $ref: '#/components/schemas/JsonPatch' } }
      }),
      ...(files !== undefined &&
        (name === 'items' || kind === 'create') && { 'multipart/form-data': formOf(payload, files) })
    }
  }
}
