import { EXPORT_FORMATS } from '../../../schemas/exchange/exports.js'
import { headers, JSON_LD, refusal, shared } from './responses.js'
import type { MediaType, Operation, Schema } from './types.js'

const object: Schema = { type: 'object', additionalProperties: true }

function ok (description: string, content: Record<string, MediaType>): Operation['responses'] {
  return { 200: { description, headers: headers('ETag'), content }, ...shared(304) }
}

const binary: MediaType = {
  schema: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }
}

function file (types: Record<string, MediaType>): Operation['responses'] {
  return {
    ...ok('The file', types),
    206: { description: 'The part that `Range` asked for', content: types },
    302: { description: 'The file is elsewhere, at the address in `Location`' },
    416: refusal('The file has none of the bytes asked for'),
    ...shared(404)
  }
}

function exported (): Operation['responses'] {
  const types = Object.values(EXPORT_FORMATS).map(({ mediaType }) => mediaType.split(';', 1)[0]!)
  return {
    200: {
      description: 'The export, as of one moment. When it cannot be finished, the connection is broken off',
      headers: { 'Content-Disposition': { description: 'A name for the file', schema: { type: 'string' } } },
      content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]))
    },
    ...shared(400, 401, 403, 500, 503)
  }
}

/** Lines of JSON, sent as one text: OpenAPI 3.1 has no list in which each member is a line. */
function linesOf (schema: Schema): Record<string, MediaType> {
  const { $ref: reference } = schema as { $ref: string }
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return {
    [NDJSON]: {
      schema: {
        type: 'string',
        description: `Lines, each of which is a \`${name}\` as JSON`,
        contentMediaType: NDJSON,
        contentSchema: schema
      }
    }
  }
}

function bulk (line: Schema): Operation['responses'] {
  const content = linesOf(line)
  return {
    200: { description: 'What became of each line', content },
    415: refusal('The body is no newline-delimited JSON'),
    422: { description: 'With `atomic`: the lines because of which nothing was done', content },
    ...shared(401, 403)
  }
}

function changes (page: Schema): Operation['responses'] {
  const events: MediaType = { schema: { type: 'string', description: 'A `Change` in the data of each event' } }
  return {
    200: { description: 'Changes, or a stream of them', content: { [JSON_LD]: { schema: page }, 'text/event-stream': events } },
    410: refusal('The log cannot go on from `since`: begin again with 0'),
    ...shared(400, 401, 403, 503)
  }
}

/** Newline-delimited JSON. */
const NDJSON = 'application/x-ndjson'

/** Bodies of operations that do not belong to a resource type. */
export function otherBody (operationId: string, body: Schema): Operation['requestBody'] {
  const content = operationId === 'createBulk' ? linesOf(body) : { 'application/json': { schema: body } }
  return { required: true, content }
}

/** Answers of operations that do not belong to a resource type. @param result its schema, if the route has one. */
export function otherResponses (operationId: string, result: Schema = object): Operation['responses'] {
  switch (operationId) {
    case 'readOpenApi':
      return ok('This document', { 'application/json': { schema: object } })
    case 'readIndex':
      return ok('The resource types', { 'text/html': { schema: { type: 'string' } }, [JSON_LD]: { schema: object } })
    case 'readContext':
      return ok('The context', { [JSON_LD]: { schema: object } })
    case 'readFile':
      return file({ '*/*': binary })
    case 'createBulk':
      return bulk(result)
    case 'readChanges':
      return changes(result)
  }
  if (operationId.startsWith('export')) return exported()
  if (operationId.endsWith('Placeholder')) return file({ 'image/png': binary })
  return { 200: { description: 'The answer', content: { [JSON_LD]: { schema: result } } }, ...shared(403, 404) }
}
