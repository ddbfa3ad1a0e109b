import { sourceName } from '../../../api/files/source-name.js'
import type { Media } from '../../../schemas/media.js'
import type { Words } from '../../languages/languages.js'
import { titleOf } from './resource.js'

/** The title of a media, else the name of its file. */
export function mediaTitle (media: Media, words: Words): string {
  return media['o:title'] || sourceName(media['o:source']) || titleOf(media, words)
}

/** The address that a media was taken from; a file name is none. */
export function addressIn (source: string | null): string | undefined {
  return source !== null && /^https?:\/\/\S+$/i.test(source) ? source : undefined
}
