import type { media } from '../../../../db/tables/index.js'
import type { Representation } from '../../../core/answers/answer.js'
import { fileAddress, fileName, reference } from '../../../core/answers/addresses.js'
import { THUMBNAILS, thumbnailUrl } from '../../../files/pictures.js'
import type { ReadContext } from '../../definition/read-context.js'

type MediaRow = typeof media.$inferSelect

/**
 * The members that only media have (docs/contract/resources.md §4).
 *
 * @param data the ingester's data, as far as the viewer may see it.
 */
export function mediaBlock (context: ReadContext, row: MediaRow, data: unknown): Representation {
  const { storageId, extension } = row
  return {
    'o:ingester': row.ingester,
    'o:renderer': row.renderer,
    'o:item': reference('items', row.itemId),
    'o:source': row.source,
    'o:media_type': row.mediaType,
    'o:sha256': row.sha256,
    'o:size': row.size,
    'o:filename': storageId === null ? null : fileName(storageId, extension),
    'o:lang': row.lang,
    'o:alt_text': row.altText,
    'o:original_url': row.hasOriginal && storageId !== null
      ? fileAddress(context, 'original', storageId, extension)
      : null,
    'o:thumbnail_urls': row.hasThumbnails
      ? Object.fromEntries(THUMBNAILS.map((name) => [name, thumbnailUrl(context, name, row)]))
      : [],
    data: data ?? []
  }
}

/**
 * Members that ingesters add at the end of a media's representation. HTML even replaces its `@type`
 * (docs/contract/http.md §11).
 */
export function mediaAdditions ({ ingester, data }: MediaRow): Representation {
  const stored = (data ?? {}) as Record<string, unknown>
  if (ingester === 'html') {
    return { '@type': 'o-cnt:ContentAsText', 'o-cnt:chars': stored.html ?? null, 'o-cnt:characterEncoding': 'UTF-8' }
  }
  if (ingester !== 'youtube') return {}
  const seconds = (value: unknown) => ({ '@value': value, '@type': 'o-time:seconds' })
  return {
    ...(stored.start !== undefined && { 'o-time:hasBeginning': seconds(stored.start) }),
    ...(stored.end !== undefined && { 'o-time:hasEnd': seconds(stored.end) })
  }
}
