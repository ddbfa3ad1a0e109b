import { createHash } from 'node:crypto'
import { SourceError } from './source-error.js'

/** Parameters that hold a key (docs/contract/http.md §10). */
const KEY_PARAMETERS = ['key_identity', 'key_credential']

/**
 * The address of an API as it is stored and compared: without query, fragment and slashes at the end.
 *
 * @throws SourceError for what is no http(s) address, and for one that holds a name or password.
 */
export function sourceAddress (text: string): string {
  if (!URL.canParse(text)) throw new SourceError('address', `${text} is no address. Expected https://…/api.`)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new SourceError('address', `${text} is no address of the web. Expected https://…/api.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new SourceError('address', 'The address must not hold a name or a password.')
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

/** An address as messages may show it: without keys. */
export function shown (address: URL | string): string {
  const url = new URL(address)
  for (const name of KEY_PARAMETERS) url.searchParams.delete(name)
  try {
    return decodeURI(url.href)
  } catch {
    // A name with a percent sign that encodes nothing.
    return url.href
  }
}

/** The name of the folder that keeps the state of a mirror: `old.example-5f4dcc3b`. */
export function folderOf (address: string): string {
  const digest = createHash('sha256').update(address).digest('hex').slice(0, 12)
  return `${new URL(address).hostname.replaceAll(/[^a-z0-9.-]/g, '').slice(0, 60)}-${digest}`
}
