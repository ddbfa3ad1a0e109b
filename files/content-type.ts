import mime from 'mime-types'

/** What a browser would run as a page of ours, or as a script of such a page. */
const ACTIVE = /^(text\/(html|xml|.*javascript|ecmascript)|application\/(.*javascript|ecmascript|xml|.*\+xml|x-shockwave-flash)|image\/svg\+xml)$/

/**
 * The media type to serve a stored file with, from its extension. Files that could run in a browser are
 * `application/octet-stream`; so is what has no known extension (contract/README.md, "Where we do better" 6).
 *
 * @example contentType('original/0a1b….svg') // 'application/octet-stream'
 */
export function contentType (name: string): string {
  const type = mime.lookup(name)
  return type === false || ACTIVE.test(type) ? 'application/octet-stream' : type
}
