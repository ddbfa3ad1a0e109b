import { and, gt, isNotNull } from 'drizzle-orm'
import { isOneOf } from '../../db/query/statements/dialect.js'
import type { Database } from '../../db/query/statements/database.js'
import { asset, importUpload, media } from '../../db/tables/index.js'
import { assetName, importName, mediaNames, storageIdOf } from '../../files/types/names.js'
import { pages } from '../core/sequence/pages.js'

/** A row with the names of its stored files. */
export interface FileOwner {
  /** Resource type, as in URLs. */
  type: 'media' | 'assets'
  id: number
  /** Null when the original is not stored. Checksum and size are null for assets. */
  original: { name: string, sha256: string | null, size: number | null } | null
  thumbnails: string[]
}

const mediaColumns = {
  id: media.id,
  storageId: media.storageId,
  extension: media.extension,
  hasOriginal: media.hasOriginal,
  hasThumbnails: media.hasThumbnails,
  sha256: media.sha256,
  size: media.size
}
const assetColumns = { id: asset.id, storageId: asset.storageId, extension: asset.extension }

type MediaRow = Pick<typeof media.$inferSelect, keyof typeof mediaColumns>
type AssetRow = Pick<typeof asset.$inferSelect, keyof typeof assetColumns>

function ofMedia ({ id, storageId, sha256, size, ...row }: MediaRow): FileOwner {
  const file = { ...row, storageId: storageId! }
  const [name] = mediaNames({ ...file, hasThumbnails: false })
  return {
    type: 'media',
    id,
    original: name === undefined ? null : { name, sha256, size },
    thumbnails: mediaNames({ ...file, hasOriginal: false })
  }
}

function ofAsset ({ id, ...file }: AssetRow): FileOwner {
  return { type: 'assets', id, original: { name: assetName(file), sha256: null, size: null }, thumbnails: [] }
}

/** The given names that a row refers to. */
export async function namedFiles (database: Database, names: readonly string[]): Promise<Set<string>> {
  const ids = [...new Set(names.map(storageIdOf))]
  const owners = [
    ...(await database.select(mediaColumns).from(media).where(isOneOf(media.storageId, ids))).map(ofMedia),
    ...(await database.select(assetColumns).from(asset).where(isOneOf(asset.storageId, ids))).map(ofAsset)
  ]
  const imports = names.some((name) => name.startsWith('imports/'))
    ? await database.select().from(importUpload).where(isOneOf(importUpload.id, ids))
    : []
  return new Set([...owners.flatMap(namesOf), ...imports.map(importName)])
}

export function namesOf ({ original, thumbnails }: FileOwner): string[] {
  return original === null ? thumbnails : [original.name, ...thumbnails]
}

const OWNERS_PER_PAGE = 500

/** All rows that name files, page by page. */
export async function * fileOwners (database: Database): AsyncIterable<FileOwner[]> {
  const afterMedia = async (id: number): Promise<FileOwner[]> => (await database.select(mediaColumns).from(media)
    .where(and(gt(media.id, id), isNotNull(media.storageId))).orderBy(media.id).limit(OWNERS_PER_PAGE)).map(ofMedia)
  const afterAsset = async (id: number): Promise<FileOwner[]> => (await database.select(assetColumns).from(asset)
    .where(gt(asset.id, id)).orderBy(asset.id).limit(OWNERS_PER_PAGE)).map(ofAsset)
  for (const ownersAfter of [afterMedia, afterAsset]) yield * pages(0, ({ id }) => id, ownersAfter)
}
