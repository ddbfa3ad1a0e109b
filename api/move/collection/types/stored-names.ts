import type { FileContent } from '../read/collection-files.js'
import { isPlainExtension } from '../../../../files/types/names.js'
import type { LineFields } from '../read/line-fields.js'

const NAME = /^([A-Za-z0-9_-]{1,190})(?:\.([A-Za-z0-9_+~-]{1,40}))?$/

/**
 * The name of a stored file; null when there is none. A name that could lead out of its folder is refused.
 * @param urlKey key of the URL at which the source serves the file.
 */
export function readFileName (fields: LineFields, key: string, urlKey: string): FileContent | null {
  const name = fields.text(key)
  if (name === null) return null
  const [, storageId, ending = null] = NAME.exec(name) ?? []
  if (storageId === undefined) {
    fields.refuse(key, 'the name of a stored file: letters, digits, - and _, and an extension')
    return null
  }
  const extension = ending === null ? null : ending.toLowerCase()
  if (extension !== null && !isPlainExtension(extension)) fields.refuse(key, 'a plain extension')
  return { name, storageId, extension, url: fields.text(urlKey) }
}
