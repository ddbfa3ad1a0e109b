import { Type, type Static } from '@sinclair/typebox'
import { Nullable, Payload, Reference, ReferenceInput, Representation } from './common.js'
import { ListQuery } from './query.js'

const Row = Type.Object({
  'o:property': Reference,
  'o:alternate_label': Nullable(Type.String()),
  'o:alternate_comment': Nullable(Type.String()),
  'o:data_type': Type.Array(Type.String(), { description: 'Names of data types; empty for the usual ones' }),
  'o:is_required': Type.Boolean(),
  'o:is_private': Type.Boolean(),
  'o:default_lang': Nullable(Type.String())
})

export const ResourceTemplateSchema = Representation({
  'o:label': Type.String(),
  'o:owner': Nullable(Reference),
  'o:resource_class': Nullable(Reference),
  'o:title_property': Nullable(Reference),
  'o:description_property': Nullable(Reference),
  'o:resource_template_property': Type.Array(Row)
})
export type ResourceTemplate = Static<typeof ResourceTemplateSchema>

export const ResourceTemplatePayload = Payload({
  'o:label': Type.String(),
  'o:owner': ReferenceInput,
  'o:resource_class': Nullable(ReferenceInput),
  'o:title_property': Nullable(ReferenceInput),
  'o:description_property': Nullable(ReferenceInput),
  'o:resource_template_property': Type.Array(Type.Partial(Type.Object({ ...Row.properties, 'o:property': ReferenceInput })))
})

export const ResourceTemplateQuery = ListQuery('label, resource_class_label, item_count', { label: 'Label' })
