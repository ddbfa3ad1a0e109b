import { mimeTypes } from './mime-types.js'

/** Media types whose first registered extension in the reference is not the usual one (docs/contract/files.md §3). */
const REGISTERED_FIRST: Readonly<Record<string, string>> = { 'image/jpeg': 'jpeg', 'image/tiff': 'tiff' }

const EXTENSION_MAX_BYTES = 12

/**
 * The extension under which a file is stored: the text after the last dot of its name, in lower case, if it is 1 to 12
 * bytes long; otherwise the first one registered for its media type; otherwise null (docs/contract/files.md §3).
 *
 * @example resolveExtension('a.tar.GZ', 'application/gzip') // 'gz'
 * @example resolveExtension('photograph', 'image/jpeg') // 'jpeg'
 */
export function resolveExtension (name: string, mediaType: string): string | null {
  const dot = name.lastIndexOf('.')
  const extension = name.slice(dot + 1).toLowerCase()
  const length = Buffer.byteLength(extension)
  if (dot >= 0 && length >= 1 && length <= EXTENSION_MAX_BYTES) return extension
  return REGISTERED_FIRST[mediaType] ?? (mimeTypes().extension(mediaType) || null)
}
