import { mimeTypes } from './mime-types.js'

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
