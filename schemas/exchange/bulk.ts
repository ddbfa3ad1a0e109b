import { Type, type Static } from '@sinclair/typebox'
import { CLOSED, Id, OneOf } from '../shared/common.js'

export const BULK_OPERATIONS = ['create', 'update', 'patch', 'upsert', 'delete'] as const
export type BulkOperation = typeof BULK_OPERATIONS[number]

/** One line of a bulk request: a change of one resource. */
export const BulkLine = Type.Object({
  op: OneOf(BULK_OPERATIONS, {
    description: '`update` replaces (PUT), `patch` keeps what it does not name, `upsert` patches what `by` finds or ' +
      'creates it'
  }),
  resource: Type.String({ description: 'Name of the resource type: `items`' }),
  id: Type.Optional(Type.Union([Id, Type.String({ pattern: '^\\d+$' })], {
    description: 'Of the resource to be changed or deleted, unless `by` finds it'
  })),
  by: Type.Optional(Type.String({
    description: 'Term of a property: the resource is found by the value that `data` has under it',
    examples: ['dcterms:identifier']
  })),
  data: Type.Optional(Type.Unsafe<Record<string, unknown>>(Type.Object({}, {
    additionalProperties: true, description: 'The payload, as a request for one resource has it'
  })))
}, { ...CLOSED, $id: 'BulkLine' })
export type BulkLine = Static<typeof BulkLine>

/** The result of one change of a bulk request. */
export const BulkResult = Type.Object({
  line: Type.Integer({ minimum: 1, description: 'Number of the line' }),
  status: Type.Integer({ description: 'As a request for this resource alone would have' }),
  op: Type.Optional(OneOf(['create', 'update', 'delete'], {
    description: 'What was done'
  })),
  resource: Type.Optional(Type.String()),
  '@id': Type.Optional(Type.String({ format: 'uri', description: 'Address of what was created or changed' })),
  'o:id': Type.Optional(Id),
  ignored: Type.Optional(Type.Array(Type.Object({
    key: Type.String(), nearest: Type.Optional(Type.String())
  }, CLOSED), { description: 'Keys that nothing knows' })),
  warnings: Type.Optional(Type.Array(Type.String(), { description: 'What will not work with files that were stored' })),
  errors: Type.Optional(Type.Object({}, { additionalProperties: true }))
}, { ...CLOSED, $id: 'BulkResult' })
export type BulkResult = Static<typeof BulkResult>
