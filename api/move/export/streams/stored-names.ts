import { THUMBNAIL_TYPES, isFileName, storageIdOf, thumbnailName } from '../../../../files/types/names.js'
import type { Representation } from '../../../core/answers/answer.js'

/** Names in the file store of the files that belong to a media or an asset, by its representation. */
export function storedNames (representation: Representation): string[] {
  const { 'o:filename': name } = representation
  if (typeof name !== 'string') return []
  if (representation['@type'] === 'o:Asset') return [`asset/${name}`].filter(isFileName)
  const { 'o:original_url': original, 'o:thumbnail_urls': thumbnails } = representation
  const storageId = storageIdOf(`original/${name}`)
  const pictures = Array.isArray(thumbnails) ? [] : THUMBNAIL_TYPES.map((type) => thumbnailName(type, storageId))
  return [...(typeof original === 'string' ? [`original/${name}`] : []), ...pictures].filter(isFileName)
}
