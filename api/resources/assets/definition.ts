import { eq, isNull } from 'drizzle-orm'
import { isOneOf } from '../../../db/sqlite.js'
import { asset } from '../../../db/tables/index.js'
import { OPERATIONS } from '../../errors.js'
import { toInteger } from '../../numbers.js'
import { envelope, fileAddress, fileName, reference } from '../../addresses.js'
import { assetWriter } from './write.js'
import type { ResourceType } from '../../resource-type.js'
import type { Filter } from '../../search/searchable.js'

/** Zero finds what nobody owns (contract/search.md §9.12). */
const byOwner: Filter = (value) => {
  const owner = typeof value === 'string' ? toInteger(value) : undefined
  if (owner === undefined) return undefined
  return owner === 0 ? isNull(asset.ownerId) : eq(asset.ownerId, owner)
}

/** Uploaded pictures that stand for other resources (contract/resources.md §5). */
export const assets: ResourceType = {
  name: 'assets',
  entity: 'Asset',
  operations: OPERATIONS,
  table: asset,
  visible: () => undefined,
  filters: { owner_id: byOwner },
  sorts: { id: asset.id, name: asset.nameKey, media_type: asset.mediaType, extension: asset.extension },
  scalars: {
    id: { column: asset.id },
    name: { column: asset.name },
    media_type: { column: asset.mediaType },
    storage_id: { column: asset.storageId },
    extension: { column: asset.extension },
    alt_text: { column: asset.altText },
    owner: { column: asset.ownerId }
  },
  async represent (context, ids) {
    const rows = await context.database.select().from(asset).where(isOneOf(asset.id, ids))
    return new Map(rows.map((row) => [row.id, {
      ...envelope('assets', 'o:Asset', row.id),
      'o:owner': reference('users', row.ownerId),
      'o:name': row.name,
      'o:filename': fileName(row.storageId, row.extension),
      'o:media_type': row.mediaType,
      'o:asset_url': fileAddress(context, 'asset', row.storageId, row.extension),
      'o:alt_text': row.altText
    }]))
  },
  async entityOf ({ database }, id) {
    const [row] = await database.select({ id: asset.id, ownerId: asset.ownerId }).from(asset).where(eq(asset.id, id))
    return row ?? {}
  },
  writer: assetWriter
}
