import { eq, isNull } from 'drizzle-orm'
import { asset } from '../../../db/tables/index.js'
import { withExtension } from '../../../files/types/names.js'
import { OPERATIONS } from '../../core/calls/errors.js'
import { fileAddress, reference } from '../../core/answers/addresses.js'
import { allowsResources } from '../shared/definition.js'
import { assetWriter } from './write.js'
import { representRows, resourceType, rowEntity } from '../definition/resource-type.js'
import { byOneId } from '../../search/query/filters.js'
import { Asset, AssetInput, DeletedAsset } from '../../../schemas/resources/assets.js'
import * as parameter from '../../../schemas/shared/parameters.js'
import { described, scalar, sortedBy } from '../../search/query/searchable.js'

/** `0` finds assets without an owner (docs/contract/search.md §9.12). */
const byOwner = byOneId((id) => id === 0 ? isNull(asset.ownerId) : eq(asset.ownerId, id))

/** Uploaded images that serve as thumbnails of other resources (docs/contract/resources.md §5). */
export const assets = resourceType({
  name: 'assets',
  entity: 'Asset',
  schemas: { representation: Asset, input: AssetInput, deleted: DeletedAsset },
  operations: OPERATIONS,
  allows: allowsResources,
  table: asset,
  visible: () => undefined,
  filters: { owner_id: described(parameter.integer('Id of the owner; 0 for those without'), byOwner) },
  sorts: {
    id: sortedBy('Id', asset.id),
    name: sortedBy('Name', asset.nameKey),
    media_type: sortedBy('Media type', asset.mediaType),
    extension: sortedBy('Extension of the file', asset.extension)
  },
  scalars: {
    id: scalar('Id', asset.id),
    name: scalar('Name', asset.name),
    media_type: scalar('Media type', asset.mediaType),
    storage_id: scalar('Name of the stored file, without extension', asset.storageId),
    extension: scalar('Extension of the stored file', asset.extension),
    alt_text: scalar('Alternative text', asset.altText),
    owner: scalar('Id of the owner', asset.ownerId)
  },
  represent: representRows(asset, 'assets', 'o:Asset', (row, context) => ({
    'o:owner': reference('users', row.ownerId),
    'o:name': row.name,
    'o:filename': withExtension(row.storageId, row.extension),
    'o:media_type': row.mediaType,
    'o:asset_url': fileAddress(context, 'asset', row.storageId, row.extension),
    'o:alt_text': row.altText
  })),
  entityOf: rowEntity(asset, { ownerId: asset.ownerId }),
  writer: assetWriter
})
