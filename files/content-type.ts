import { mimeTypes } from './mime-types.js'

/** What a browser would run as a page of ours, or as a script of such a page. */
const ACTIVE = /\/(?:.*html|(?:.*[-+])?xml(?:-.*)?|.*(?:java|ecma|j|live)script|x-shockwave-flash|x-component|rfc822|cache-manifest)$/

/** What a browser saves and never shows. */
export const BINARY = 'application/octet-stream'

/**
 * The media type to serve a stored file with, from its extension. Files that could run in a browser are
 * `application/octet-stream`; so is what has no known extension (contract/README.md, "Where we do better" 6).
 *
 * @example contentType('original/0a1b….svg') // 'application/octet-stream'
 */
export function contentType (name: string): string {
  const type = mimeTypes().lookup(name)
  return type === false || ACTIVE.test(type) ? BINARY : type
}
