import type { MediaFile } from '../../../../files/types/names.js'
import { isObject } from '../../../core/calls/payload.js'
import { asStored } from '../../../resources/shared/writing/free-json.js'
import type { MediaColumns } from '../../../resources/shared/writing/resource-rows.js'
import type { MediaContent } from '../types/resources.js'
import type { TransferContext } from './context.js'

/** The columns of a media, without its position. @param stored its stored files; undefined when there are none. */
export function mediaColumns (
  itemId: number, content: MediaContent, stored: MediaFile | undefined, { services }: TransferContext
): MediaColumns {
  const { ingester, renderer, source, mediaType, lang, altText } = content
  const isWithout = content.file !== null && stored === undefined
  return {
    itemId,
    ingester,
    renderer,
    data: asStored(ingester === 'html' ? purified(content.data, services.files.purify) : content.data),
    source,
    mediaType,
    storageId: stored?.storageId ?? null,
    extension: stored?.extension ?? null,
    sha256: isWithout ? null : content.sha256,
    size: isWithout ? null : content.size,
    hasOriginal: stored?.hasOriginal ?? false,
    hasThumbnails: stored?.hasThumbnails ?? false,
    lang,
    altText
  }
}

function purified (data: unknown, purify: (html: string) => string): unknown {
  return isObject(data) && typeof data.html === 'string' ? { ...data, html: purify(data.html) } : data
}
