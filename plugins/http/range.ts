import type { ByteRange } from '../../files/stores/file-store.js'

/** The bytes that a Range header requests; `all`: the whole file; `none`: only bytes beyond its end. */
type RequestedRange = Required<ByteRange> | 'all' | 'none'

/**
 * Parses a Range header (RFC 9110, 14.2). Headers that are malformed, use other units or list several ranges are
 * ignored, as the RFC allows.
 *
 * @example parseRange('bytes=-500', 2000) // { start: 1500, end: 1999 }
 */
export function parseRange (header: string, size: number): RequestedRange {
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
