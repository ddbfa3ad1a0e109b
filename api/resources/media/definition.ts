import { eq, inArray } from 'drizzle-orm'
import { isMediaVisible } from '../../../db/search/viewer.js'
import { media as table, resource } from '../../../db/tables/index.js'
import { equalsNameIfGiven, equalsNumber } from '../../search/filters.js'
import { isNumeric, toInteger } from '../../numbers.js'
import { OPERATIONS } from '../../errors.js'
import type { ResourceType } from '../../resource-type.js'
import { itemsOfSites } from '../shared/site-contents.js'
import { mediaWriter } from './write.js'
import { resourceDefinition } from '../shared/definition.js'

const shared = resourceDefinition('media')

export const media: ResourceType = {
  ...shared,
  name: 'media',
  entity: 'Media',
  operations: OPERATIONS,
  batchKeys: [...shared.batchKeys, 'o:lang'],
  joins: [{ table, on: eq(table.id, resource.id) }],
  visible: isMediaVisible,
  keepsIdList: true,
  filters: {
    ...shared.filters,
    item_id: equalsNumber(table.itemId),
    media_type: equalsNameIfGiven(table.mediaType),
    ingester: equalsNameIfGiven(table.ingester),
    renderer: equalsNameIfGiven(table.renderer),
    site_id: (value, { viewer }) => isNumeric(value)
      ? inArray(table.itemId, itemsOfSites(viewer, toInteger(value)))
      : undefined
  },
  sorts: {
    ...shared.sorts,
    is_public: resource.isPublic,
    ingester: table.ingester,
    renderer: table.renderer,
    media_type: table.mediaType,
    size: table.size
  },
  scalars: {
    ...shared.scalars,
    ingester: { column: table.ingester },
    renderer: { column: table.renderer },
    data: { column: table.data, as: 'json' },
    source: { column: table.source },
    media_type: { column: table.mediaType },
    sha256: { column: table.sha256 },
    size: { column: table.size },
    item: { column: table.itemId },
    lang: { column: table.lang },
    alt_text: { column: table.altText }
  },
  writer: mediaWriter
}
