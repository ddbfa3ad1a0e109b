import { sourceName } from '../../../../api/files/source-name.js'
import type { Media } from '../../../../schemas/resources/media.js'
import type { Words } from '../../../languages/languages.js'
import { titleOf } from '../resource.js'

/** The title of a media, otherwise the name of its file. */
export function mediaTitle (media: Media, words: Words): string {
  return media['o:title'] || sourceName(media['o:source']) || titleOf(media, words)
}

/** The URL from which a media was fetched; undefined for an uploaded file. */
export function addressIn (source: string | null): string | undefined {
  return source !== null && /^https?:\/\/\S+$/i.test(source) ? source : undefined
}
