import { Type, type Static } from '@sinclair/typebox'
import { ValuedRepresentation } from '../shared/values.js'
import { ItemSet } from './item-sets.js'
import { Item } from './items.js'
import { Media } from './media.js'

/** Values about a value, in the form in which `/api/resources` lists them. */
export const ValueAnnotation = ValuedRepresentation('o:ValueAnnotation', {}, {}).representation
export type ValueAnnotation = Static<typeof ValueAnnotation>

/** An item, item set, media or value annotation, each in its own form. */
export const Resource = Type.Union([Item, ItemSet, Media, ValueAnnotation], { $id: 'Resource' })
export type Resource = Static<typeof Resource>
