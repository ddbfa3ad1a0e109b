import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { parseRange } from './negotiation.js'

/** Content codings that are offered (RFC 9110, 8.4.1). */
export type Coding = 'br' | 'zstd' | 'gzip'

interface Coder {
  /** Compresses a whole body, in a thread of libuv. */
  encode (body: Buffer): Promise<Buffer>
  /** A compressing stream that flushes after each write, so that lines arrive as soon as they are made. */
  stream (): Transform
}

type Encode = (body: Buffer, options: object, done: (error: Error | null, encoded: Buffer) => void) => void

/** zstd, which Node has since 22.15; the installed types are of the oldest Node that is supported. */
type Zlib = typeof zlib & { zstdCompress?: Encode, createZstdCompress?: (options: object) => Transform }

const { constants } = zlib
const { zstdCompress, createZstdCompress } = zlib as Zlib

/** Beyond this quality brotli takes twice the time for one percent. */
const BROTLI_QUALITY = 5

/** Binary logarithm of brotli's window in bytes. Smaller for streams, which occupy their memory for longer. */
const WINDOW = { whole: 20, stream: 18 }

function brotli (window: number): Record<number, number> {
  return { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_LGWIN]: window }
}

function coder (encode: Encode, options: object, stream: () => Transform): Coder {
  const encodeWhole = promisify(encode)
  return { encode: async (body) => await encodeWhole(body, options), stream }
}

/** In the order of preference if a client accepts several equally. */
const CODERS: ReadonlyMap<string, Coder> = new Map([
  ['br', coder(zlib.brotliCompress as Encode, { params: brotli(WINDOW.whole) }, () => zlib.createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH, params: brotli(WINDOW.stream)
  }))],
  ...(zstdCompress === undefined || createZstdCompress === undefined
    ? []
    : [['zstd', coder(zstdCompress, {}, () => createZstdCompress({
        flush: (constants as unknown as { ZSTD_e_flush: number }).ZSTD_e_flush
      }))] as const]),
  ['gzip', coder(zlib.gzip as Encode, {}, () => zlib.createGzip({ flush: constants.Z_SYNC_FLUSH }))]
])

/** Names of the codings that this Node has. */
export const CODINGS = [...CODERS.keys()] as Coding[]

export function coderOf (coding: Coding): Coder {
  return CODERS.get(coding)!
}

/** Maximal number of cached headers. Clients send a handful of different ones, attackers any number. */
const CACHED_HEADERS_MAX = 100
const cache = new Map<string, Coding | undefined>()

/** The coding that an Accept-Encoding header prefers; undefined for none (RFC 9110, 12.5.3). */
export function codingFor (header: string | undefined): Coding | undefined {
  if (header === undefined) return undefined
  if (cache.has(header)) return cache.get(header)
  const coding = preferred(header)
  if (cache.size >= CACHED_HEADERS_MAX) cache.clear()
  cache.set(header, coding)
  return coding
}

function preferred (header: string): Coding | undefined {
  const qualities = new Map(header.split(',').map(parseRange).map(({ range, quality }) => [range, quality]))
  // Prefer any coding that the header names to uncompressed bytes, unless it names `identity`, too.
  const uncompressed = qualities.get('identity') ?? 0
  const [best] = CODINGS.map((coding) => ({ coding, quality: qualities.get(coding) ?? qualities.get('*') ?? 0 }))
    .filter(({ quality }) => quality > 0 && quality >= uncompressed)
    .sort((a, b) => b.quality - a.quality)
  return best?.coding
}
