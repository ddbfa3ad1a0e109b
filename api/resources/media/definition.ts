import { and, eq, inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { isMediaVisible, type Viewer } from '../../../db/query/statements/viewer.js'
import { inDialect } from '../../../db/query/statements/dialect.js'
import { media as table, resource } from '../../../db/tables/index.js'
import { byOneId, equalsId, equalsName, ifGiven } from '../../search/query/filters.js'
import { OPERATIONS } from '../../core/calls/errors.js'
import { resourceType } from '../definition/resource-type.js'
import { itemsOfSites } from '../shared/site-contents.js'
import { mediaWriter } from './write.js'
import { resourceDefinition } from '../shared/definition.js'
import { DeletedMedia, Media, MediaInput } from '../../../schemas/resources/media.js'
import * as parameter from '../../../schemas/shared/parameters.js'
import { described, scalar, sortedBy } from '../../search/query/searchable.js'

const shared = resourceDefinition('media')

/**
 * The data of the media's ingester. An HTML media stores the payload from which it was created, which may contain
 * private values (see shared/representation/media.ts).
 */
function dataFor (viewer: Viewer): AnyColumn | SQL {
  if (viewer.viewsAll || viewer.disclosesPrivate === true) return table.data
  const isForeign = and(eq(table.ingester, 'html'), sql`${resource.ownerId} IS DISTINCT FROM ${viewer.id}`)
  const html = inDialect((dialect) => dialect.onlyMember(table.data, 'html'))
  return sql`CASE WHEN ${isForeign} THEN ${html} ELSE ${table.data} END`
}

export const media = resourceType({
  ...shared,
  name: 'media',
  entity: 'Media',
  schemas: { representation: Media, input: MediaInput, deleted: DeletedMedia },
  operations: OPERATIONS,
  batchKeys: [...shared.batchKeys, 'o:lang'],
  joins: [{ table, on: eq(table.id, resource.id) }],
  visible: isMediaVisible,
  hasIdList: true,
  filters: {
    ...shared.filters,
    item_id: described(parameter.integer('Of this item'), equalsId(table.itemId), 'row'),
    media_type: described(parameter.texts('Media type, in full'), ifGiven(equalsName(table.mediaType)), 'row'),
    ingester: described(parameter.texts('How it came in'), ifGiven(equalsName(table.ingester)), 'row'),
    renderer: described(parameter.texts('How it is shown'), ifGiven(equalsName(table.renderer)), 'row'),
    site_id: described(
      parameter.integer('Of items assigned to this site'),
      byOneId((id, { viewer }) => inArray(table.itemId, itemsOfSites(viewer, id)))
    )
  },
  sorts: {
    ...shared.sorts,
    is_public: sortedBy('Private ones before public ones', resource.isPublic),
    ingester: sortedBy('How it came in', table.ingester),
    renderer: sortedBy('How it is shown', table.renderer),
    media_type: sortedBy('Media type', table.mediaType),
    size: sortedBy('Size of the file', table.size)
  },
  scalars: {
    ...shared.scalars,
    ingester: scalar('Ingester', table.ingester),
    renderer: scalar('Renderer', table.renderer),
    data: scalar('What the ingester stores, as JSON text', dataFor, 'json'),
    source: scalar('Source', table.source),
    media_type: scalar('Media type', table.mediaType),
    sha256: scalar('SHA-256 of the file', table.sha256),
    size: scalar('Size of the file in bytes', table.size),
    item: scalar('Id of the item', table.itemId),
    lang: scalar('Language', table.lang),
    alt_text: scalar('Alternative text', table.altText)
  },
  writer: mediaWriter
})
