import type { Parameter } from './types.js'

const text = { type: 'string' }

/** Headers of answers, by the name of the component. */
export const responseHeaders = {
  Link: {
    description:
      'Other pages of the same search (RFC 8288): `first` always; `prev`, `next` and `last` when there are such pages',
    schema: text,
    example:
      '<https://example.org/api/items?sort_by=title&sort_order=asc&page=2>; rel="next"'
  },
  TotalResults: {
    description: 'Number of results on all pages together; absent when it is unknown',
    schema: { type: 'integer', minimum: 0 }
  },
  ETag: { description: 'Names this very answer; to be sent back in `If-None-Match` or `If-Match`', schema: text },
  LastModified: { description: 'When the resource itself was last changed', schema: text },
  Location: { description: 'Address of the new resource', schema: { type: 'string', format: 'uri' } },
  PreferenceApplied: { description: 'The preferences that were heeded (RFC 7240)', schema: text },
  Allow: { description: 'The methods that there are at this address', schema: text },
  WWWAuthenticate: { description: 'How a key is sent (RFC 9110, RFC 6750)', schema: text },
  Ignored: {
    description: 'Keys of the payload, or parameters, that were ignored, each with the nearest that there is',
    schema: text,
    example: 'dcterms:titel (dcterms:title?)'
  },
  Warning: {
    description: 'What will not work with files that were stored, as sentences',
    schema: text,
    example: '"page.jp2" is stored, but cannot be decoded here (image/jp2). ' +
      'It has no thumbnails, and viewers cannot zoom in. Send it as TIFF, PNG or JPEG, too.'
  },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' } }
}

const REQUEST_HEADERS = {
  'If-None-Match': 'Entity tags of answers that the client has: 304 when one of them is current',
  'If-Match': 'Entity tag of the representation that the change is based on: 412 when it is not the current one',
  'If-Unmodified-Since': 'A date: 412 when the resource was changed later. `If-Match` is more exact',
  Prefer: '`handling=strict` refuses values that are not valid, and keys and parameters that are not known, instead of ' +
    'ignoring them; `return=minimal` answers 204 without a body (RFC 7240)'
}

/** Headers of requests, by the name of the component. */
export const requestHeaders: Record<string, Parameter> = Object.fromEntries(
  Object.entries(REQUEST_HEADERS).map(([name, description]) => [name.replaceAll('-', ''), {
    name,
    in: 'header',
    schema: text,
    description,
    ...(name === 'Prefer' && { example: 'handling=strict, return=minimal' })
  }])
)
