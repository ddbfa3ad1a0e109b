import { Type, type Static } from '@sinclair/typebox'
import { Payload } from './common.js'
import { ItemSetSchema } from './item-sets.js'
import { ItemSchema } from './items.js'
import { MediaSchema } from './media.js'
import { ListQuery, RESOURCE_FILTERS, VALUE_FILTERS } from './query.js'
import { ValueAnnotationSchema } from './value-annotations.js'

/** Items, item sets, media and annotations, each in its own form. */
export const ResourceSchema = Type.Union([ItemSchema, ItemSetSchema, MediaSchema, ValueAnnotationSchema])
export type Resource = Static<typeof ResourceSchema>

export const ResourcePayload = Payload({})

export const ResourceQuery = ListQuery('resource_class_label, resource_template_label, owner_name, a property term', RESOURCE_FILTERS, VALUE_FILTERS)
