import { sortKey } from '../../../../db/keys/collation/index.js'
import type { PlainWriter } from './plain.js'
import type { StoredFiles } from './stored-files.js'

/** @param stored the stored files of the assets. */
export const assetWriter = (stored: StoredFiles): PlainWriter<'assets'> => ({
  updatesMatched: false,
  isPossible: ({ id }) => stored.assets.has(id),
  columns ({ id, content: { name, mediaType, altText, ownerId } }, resolved) {
    const { storageId, extension } = stored.assets.get(id)!
    return { name, nameKey: sortKey(name), mediaType, altText, storageId, extension, ownerId: resolved.get('users', ownerId) }
  }
})
