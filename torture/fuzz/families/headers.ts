import type { Random } from '../../random.js'
import type { Family } from '../attack.js'
import { strangeText } from '../strange.js'

const NAMES = [
  'Accept',
  'Accept-Language',
  'Accept-Encoding',
  'Authorization',
  'Content-Type',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Cookie',
  'Expect',
  'Forwarded',
  'Host',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'If-Range',
  'Origin',
  'Prefer',
  'Range',
  'Referer',
  'TE',
  'Trailer',
  'Upgrade',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-HTTP-Method-Override',
  'Access-Control-Request-Method',
  'Access-Control-Request-Headers'
]

const SENSIBLE = [
  'text/turtle',
  'text/turtle;q=0.5, application/rdf+xml;q=0.9',
  '*/*',
  'application/ld+json',
  ';;;q=',
  'a/b;q=2',
  'Basic ',
  'Basic =',
  'Basic Og==',
  'Bearer .',
  'Bearer a.b',
  '"abc"',
  'W/"abc"',
  '*',
  '"a", "b"',
  'bytes=0-',
  'bytes=-1',
  'bytes=5-2',
  'bytes=0-1,3-4',
  'bytes=999999999999999999-',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'handling=strict',
  'return=minimal',
  'handling=strict; return="',
  'https',
  '127.0.0.1',
  '::1',
  'example.org:99999',
  '100-continue',
  'websocket',
  'chunked',
  'gzip',
  'close'
]

/** Milliseconds to wait for an answer to bytes that may not be a complete request. */
const CUT_AFTER_MS = 1000

/** Requests as bytes, with invalid or unusual headers. */
export const headers: Family = {
  name: 'headers',
  make (random, { host, ids, editor }) {
    const item = `/api/items/${ids.items[0]}`
    const path = random.pick([
      item,
      '/api/items',
      '/api-context',
      '/',
      '/login',
      '/api/media?per_page=1',
      '/files/original/x',
      bytes(random)
    ])
    const method = random.pick([
      'GET',
      'GET',
      'GET',
      'HEAD',
      'OPTIONS',
      'POST',
      'PATCH',
      'TRACE',
      'PROPFIND',
      'get',
      bytes(random).slice(0, 20)
    ])
    const lines = Array.from({ length: random.between(1, 6) }, () => {
      return `${random.pick(NAMES)}: ${random.chance(0.6) ? random.pick(SENSIBLE) : bytes(random)}`
    })
    if (random.chance(0.3)) lines.push(`Authorization: ${editor}`)
    if (random.chance(0.05)) lines.push(...Array.from({ length: 3000 }, (_, at) => `X-${at}: y`))
    const request = [
      `${method} ${path} HTTP/1.1`,
      ...(random.chance(0.95) ? [`Host: ${host}`] : []),
      'Connection: close',
      ...lines,
      '',
      ''
    ]
    return { raw: Buffer.from(request.join(random.chance(0.95) ? '\r\n' : '\n'), 'latin1'), cutAfter: CUT_AFTER_MS }
  }
}

const bytes = (random: Random): string => strangeText(random).replaceAll(/[^\t -~\x80-\xFF]/g, '').slice(0, 20_000)
