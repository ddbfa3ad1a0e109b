import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServedFile } from '../../api/files/stored-files.js'
import type { ByteRange } from '../../files/stores/file-store.js'
import { BINARY } from '../../files/types/mime-types.js'
import { isMentioned } from './conditional.js'
import { noSuchRange } from '../http/http-errors.js'

/**
 * Headers for files that could run scripts in a browser: it downloads them, and if it shows one anyway, blocks scripts.
 */
const SAVED_ONLY = {
  'content-disposition': 'attachment',
  'content-security-policy': "sandbox; default-src 'none'"
}

/** Seconds since 1970, rounded down, because dates in HTTP have whole seconds. */
function seconds (date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

/** Whether the client's copy is current (RFC 9110, 13.1.2 and 13.1.3). If-None-Match beats If-Modified-Since. */
function hasCurrent ({ headers }: FastifyRequest, tag: string, modified: number): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return isMentioned(tag, tags, 'weak')
  return Date.parse(headers['if-modified-since'] ?? '') / 1000 >= modified
}

/**
 * Whether If-Range allows a range: the file must not have changed since the client got its part (RFC 9110, 13.1.5).
 */
function isContinued (condition: string | undefined, tag: string, modified: number): boolean {
  if (condition === undefined) return true
  return /^(?:W\/)?"/.test(condition) ? isMentioned(tag, condition, 'strong') : Date.parse(condition) / 1000 === modified
}

/** The bytes that a Range header requests; `all`: the whole file; `none`: only bytes beyond its end. */
type RequestedRange = Required<ByteRange> | 'all' | 'none'

/**
 * Parses a Range header (RFC 9110, 14.2). Headers that are malformed, use other units or list several ranges are
 * ignored, as the RFC allows.
 *
 * @example rangeIn('bytes=-500', 2000) // { start: 1500, end: 1999 }
 */
function rangeIn (header: string, size: number): RequestedRange {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? Infinity : Number(last)
  if (end < start) return 'all'
  return start >= size ? 'none' : { start, end: Math.min(end, size - 1) }
}

/**
 * Answers GET and HEAD with a file, or with the requested range of it; 304 if the client's copy is current.
 *
 * @param caching value of the Cache-Control header.
 */
export async function sendFile (reply: FastifyReply, file: ServedFile, caching: string): Promise<FastifyReply> {
  const { request } = reply
  const { size, mediaType } = file
  const modified = seconds(file.modified)
  const tag = `${size.toString(16)}-${file.modified.getTime().toString(16)}`
  const headers = {
    etag: `"${tag}"`,
    'last-modified': new Date(modified * 1000).toUTCString(),
    'cache-control': caching,
    'accept-ranges': 'bytes'
  }
  if (hasCurrent(request, tag, modified)) return reply.headers(headers).code(304).send()

  const { range: requested, 'if-range': condition } = request.headers
  // Range is defined for GET only (RFC 9110, 14.2).
  const appliesRange = request.method === 'GET' && isContinued(String(condition ?? '') || undefined, tag, modified)
  const range = requested !== undefined && appliesRange ? rangeIn(requested, size) : 'all'
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`)
    throw noSuchRange(size)
  }
  const body = request.method === 'HEAD' ? undefined : await file.read(range === 'all' ? undefined : range)
  reply.headers({
    ...headers, 'content-type': mediaType, 'x-content-type-options': 'nosniff', ...(mediaType === BINARY && SAVED_ONLY)
  })
  if (range === 'all') return reply.header('content-length', size).send(body)
  return reply.code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(body)
}
