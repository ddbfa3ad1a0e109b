import { isObject } from '../../../core/calls/payload.js'
import type { AnyRecord } from '../read/record.js'

/** The HTML in a record that is sanitised when it is written: of HTML media, and of blocks and captions of pages. */
export function htmlOf ({ type, content }: AnyRecord): string[] {
  if (type === 'media') {
    const { ingester, data } = content.media!
    return ingester === 'html' ? htmlIn(data) : []
  }
  if (type !== 'site_pages') return []
  return content.blocks.flatMap(({ layout, data, attachments }) => [
    ...(layout === 'html' ? htmlIn(data) : []), ...attachments.map(({ caption }) => caption)
  ])
}

function htmlIn (data: unknown): string[] {
  return isObject(data) && typeof data.html === 'string' ? [data.html] : []
}
