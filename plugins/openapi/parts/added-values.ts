import type { DataType } from '../../../api/values/data-type.js'
import type { OpenApiDocument, Schema } from './types.js'

const COMMON_MEMBERS = ['property_id', 'property_label', 'is_public', '@annotation']

/** Describes values of the data types that an application added: they have the common members, and any others. */
export function addValues ({ components }: OpenApiDocument, added: readonly DataType[]): void {
  if (added.length === 0) return
  const { Value: value, LiteralValue: literal } = components.schemas as Record<string, Schema>
  const properties = literal!.properties as Record<string, Schema>
  components.schemas = {
    ...components.schemas,
    AddedValue: {
      type: 'object',
      description: 'A value of a data type that this installation added',
      required: ['type', ...COMMON_MEMBERS.slice(0, 3)],
      properties: {
        type: { type: 'string', enum: added.map(({ name }) => name) },
        ...Object.fromEntries(COMMON_MEMBERS.map((name) => [name, properties[name]]))
      }
    },
    Value: { ...value, anyOf: [...value!.anyOf as Schema[], { $ref: '#/components/schemas/AddedValue' }] }
  }
}
