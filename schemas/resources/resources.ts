import { Type, type Static } from '@sinclair/typebox'
import { ItemSet } from './item-sets.js'
import { Item } from './items.js'
import { Media } from './media.js'
import { ValueAnnotation } from './value-annotations.js'

/** An item, item set, media or value annotation, each in its own form. */
export const Resource = Type.Union([Item, ItemSet, Media, ValueAnnotation], { $id: 'Resource' })
export type Resource = Static<typeof Resource>
