import { Type, type Static } from '@sinclair/typebox'
import { CLOSED, Deleted, Input, Nullable, Reference, ReferenceInput, Representation } from '../shared/common.js'

const Row = Type.Object({
  'o:property': Reference,
  'o:alternate_label': Nullable(Type.String()),
  'o:alternate_comment': Nullable(Type.String()),
  'o:data_type': Type.Array(Type.String(), { description: 'Names of data types; empty for the usual ones' }),
  'o:is_required': Type.Boolean(),
  'o:is_private': Type.Boolean(),
  'o:default_lang': Nullable(Type.String())
}, CLOSED)

export const ResourceTemplate = Representation('o:ResourceTemplate', {
  'o:label': Type.String(),
  'o:owner': Nullable(Reference),
  'o:resource_class': Nullable(Reference),
  'o:title_property': Nullable(Reference),
  'o:description_property': Nullable(Reference),
  'o:resource_template_property': Type.Array(Row, { description: 'Properties, in the order in which values are shown' })
})
export type ResourceTemplate = Static<typeof ResourceTemplate>

export const DeletedResourceTemplate = Deleted(ResourceTemplate)
export type DeletedResourceTemplate = Static<typeof DeletedResourceTemplate>

export const ResourceTemplateInput = Input('ResourceTemplateInput', {
  'o:label': Type.String(),
  'o:owner': Nullable(ReferenceInput),
  'o:resource_class': Nullable(ReferenceInput),
  'o:title_property': Nullable(ReferenceInput),
  'o:description_property': Nullable(ReferenceInput),
  'o:resource_template_property': Type.Array(
    Type.Partial(Type.Object({ ...Row.properties, 'o:property': ReferenceInput }), { additionalProperties: true })
  )
})
export type ResourceTemplateInput = Static<typeof ResourceTemplateInput>
