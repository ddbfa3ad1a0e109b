import type { Media } from '../../../schemas/media.js'
import type { Words } from '../../languages/languages.js'
import { titleOf } from './resource.js'

/** The title of a media, else the name of its file. */
export function mediaTitle (media: Media, words: Words): string {
  return media['o:title'] || fileName(media['o:source']) || titleOf(media, words)
}

/** The name of the original file; of an address the last part of its path. */
export function fileName (source: string | null): string | undefined {
  return source?.split(/[?#]/, 1)[0]!.split(/[/\\]/).findLast((part) => part !== '')
}

/** The address that a media was taken from; a file name is none. */
export function addressIn (source: string | null): string | undefined {
  return source !== null && /^https?:\/\/\S+$/i.test(source) ? source : undefined
}
