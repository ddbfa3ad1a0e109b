import { Type, type Static } from '@sinclair/typebox'
import { ItemSet } from './item-sets.js'
import { Item } from './items.js'
import { Media } from './media.js'
import { ValueAnnotation } from './value-annotations.js'

/** Items, item sets, media and value annotations, each in its own form. */
export const Resource = Type.Union([Item, ItemSet, Media, ValueAnnotation], { $id: 'Resource' })
export type Resource = Static<typeof Resource>
