import type { ResourceKind } from '../../db/tables/index.js'
import { address } from '../core/answers/addresses.js'
import { isNumeric } from '../core/calls/given.js'
import type { DataType } from './data-type.js'

/** A data type whose values link to resources of some kinds. */
function linkTo (name: string, label: string, links: readonly ResourceKind[]): DataType {
  return {
    name,
    label,
    links,
    hydrate (input) {
      const id = input.value_resource_id
      return isNumeric(id) ? { linkedId: Number(id) } : '"value_resource_id" must be the id of a resource'
    },
    represent ({ link }) {
      if (link === null) return {}
      return {
        '@id': address(link.resourceName, link.id),
        value_resource_id: link.id,
        value_resource_name: link.resourceName,
        url: null,
        display_title: link.displayTitle,
        ...(link.picture !== null && {
          thumbnail_url: link.picture.squareUrl,
          thumbnail_title: link.picture.title,
          thumbnail_type: link.picture.mediaType
        })
      }
    }
  }
}

export const resource = linkTo('resource', 'All', ['item', 'item_set', 'media'])
export const resourceItem = linkTo('resource:item', 'Item', ['item'])
export const resourceItemSet = linkTo('resource:itemset', 'Item Set', ['item_set'])
export const resourceMedia = linkTo('resource:media', 'Media', ['media'])
