import { THUMBNAIL_TYPES, isFileName, storageIdOf, thumbnailName } from '../../../../files/types/names.js'
import type { Representation } from '../../../core/answers/answer.js'

/** Names of stored files of a media or asset, from its representation. */
export function storedNames (representation: Representation): string[] {
  const { 'o:filename': name } = representation
  if (typeof name !== 'string') return []
  if (representation['@type'] === 'o:Asset') return [`asset/${name}`].filter(isFileName)
  const { 'o:original_url': original, 'o:thumbnail_urls': thumbnails } = representation
  const storageId = storageIdOf(`original/${name}`)
  const pictures = Array.isArray(thumbnails) ? [] : THUMBNAIL_TYPES.map((type) => thumbnailName(type, storageId))
  return [...(typeof original === 'string' ? [`original/${name}`] : []), ...pictures].filter(isFileName)
}
