import { Type, type Static } from '@sinclair/typebox'
import { ListLink } from './common.js'
import { ListQuery, RESOURCE_FILTERS, RESOURCE_SORT, VALUE_FILTERS } from './query.js'
import { ValuedPayload, ValuedRepresentation } from './values.js'

export const ItemSetSchema = ValuedRepresentation({
  'o:is_open': Type.Boolean({ description: 'Whether everybody who makes items may add them' }),
  'o:items': ListLink
})
export type ItemSet = Static<typeof ItemSetSchema>

export const ItemSetPayload = ValuedPayload({ 'o:is_open': Type.Boolean() })

export const ItemSetQuery = ListQuery(`${RESOURCE_SORT}, is_open, item_count`, {
  ...RESOURCE_FILTERS,
  is_open: 'Whatever the value: sets that you may add items to',
  site_id: 'Attached to this site',
  in_sites: '1 for those in a site, 0 for those in none'
}, VALUE_FILTERS)
