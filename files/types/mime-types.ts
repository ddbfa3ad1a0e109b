import { createRequire } from 'node:module'
import mime from 'mime-types'

const require = createRequire(import.meta.url)
let loaded: typeof mime | undefined

/**
 * The table of media types and extensions. Loaded on demand: it sorts itself, which takes longer than most commands
 * run.
 */
function mimeTypes (): typeof mime {
  loaded ??= require('mime-types') as typeof mime
  return loaded
}

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

const ACTIVE_SUBTYPES = new Set(['x-shockwave-flash', 'x-component', 'rfc822', 'cache-manifest'])
const ACTIVE_ENDING = /(?:html|javascript|ecmascript|jscript|livescript)$/

/** Whether a browser would execute a file of this type, as a page of this origin or as a script of such a page. */
function isActive (type: string): boolean {
  const subtype = type.slice(type.indexOf('/') + 1)
  return ACTIVE_SUBTYPES.has(subtype) || ACTIVE_ENDING.test(subtype) || subtype.split(/[-+]/).includes('xml')
}

/** A media type that browsers always save instead of displaying. */
export const BINARY = 'application/octet-stream'

/**
 * The `Content-Type` of a stored file, by its extension. Files that a browser could execute, or whose extension is
 * unknown, are `application/octet-stream` (docs/contract/README.md, "Where we do better" 6).
 * @example contentType('original/0a1b….svg') // 'application/octet-stream'
 */
export function contentType (name: string): string {
  const type = mimeTypes().lookup(name)
  return type === false || isActive(type) ? BINARY : type
}
