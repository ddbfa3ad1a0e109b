import type { Kind } from './operations.js'
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

const MANY_FILES: Record<string, Schema> = {
  'file[0]': { ...file, description: 'The file that `"file_index": 0` means' },
  'file[1]': { ...file, description: 'The file that `"file_index": 1` means; so with all others' }
}

/** The parts of forms that hold files, by resource type; other types have none. */
const FILE_PARTS: Record<string, Record<string, Schema>> = {
  items: MANY_FILES,
  media: { 'file[0]': MANY_FILES['file[0]']! },
  assets: { file: { ...file, description: 'The picture' } }
}

function formOf (payload: Schema, files: Record<string, Schema>): MediaType {
  return {
    schema: { type: 'object', required: ['data'], properties: { data: payload, ...files } },
    encoding: { data: { contentType: 'application/json' } }
  }
}

/** The bodies of a write, by media type. */
export function requestBodyOf (
  operation: Operation,
  kind: Kind,
  payload: Schema
): NonNullable<Operation['requestBody']> {
  const [name = ''] = operation.tags
  const files = FILE_PARTS[name]
  return {
    required: true,
    content: {
      'application/json': { schema: payload },
      'application/ld+json': { schema: payload },
      ...(kind === 'patch' && {
        'application/merge-patch+json': { schema: { $ref: '#/components/schemas/MergePatch' } },
        'application/json-patch+json': { schema: { $ref: '#/components/schemas/JsonPatch' } }
      }),
      ...(files !== undefined &&
        (name === 'items' || kind === 'create') && { 'multipart/form-data': formOf(payload, files) })
    }
  }
}
