import { createHash } from 'node:crypto'
import { isOfWeb } from '../../../../files/remote/parse-address.js'
import { KEY_PARAMETERS } from '../../../core/calls/query-input.js'
import { SourceError } from './source-error.js'

/**
 * The URL of an API in the form that is stored and compared: without query, fragment and trailing slashes.
 * @throws SourceError for other schemes than http(s), and for a URL with a name or password.
 */
export function sourceAddress (text: string): string {
  if (!URL.canParse(text)) throw new SourceError('address', `${text} is not an address. Expected https://…/api.`)
  const url = new URL(text)
  if (!isOfWeb(url)) {
    throw new SourceError('address', `${text} is not a web address. Expected https://…/api.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new SourceError('address', 'The address must not contain a name or a password.')
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

export function withoutKey (url: URL): URL {
  for (const name of KEY_PARAMETERS) url.searchParams.delete(name)
  return url
}

/** A URL for messages: without keys. */
export function shownAddress (address: URL | string): string {
  const url = withoutKey(new URL(address))
  try {
    return decodeURI(url.href)
  } catch {
    // The name contains a percent sign that is not an encoding.
    return url.href
  }
}

/** Name of the folder with the state of a mirror: `old.example-5f4dcc3b`. */
export function folderOf (address: string): string {
  const digest = createHash('sha256').update(address).digest('hex').slice(0, 12)
  return `${new URL(address).hostname.replaceAll(/[^a-z0-9.-]/g, '').slice(0, 60)}-${digest}`
}
