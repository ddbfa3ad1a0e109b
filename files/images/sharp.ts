import { stat } from 'node:fs/promises'
import pLimit from 'p-limit'
import type { Metadata } from 'sharp'
import { bytesOf, isGzip } from '../types/bytes.js'

/** Formats that are decoded row by row, unless they are progressive; others are in memory as a whole. */
const ROW_BY_ROW_FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'tiff'])

/**
 * Pictures with more pixels get no thumbnails: 16,383 × 16,383, the maximum of WebP and of most scanners. Some formats
 * have a lower limit (`mostPixels`).
 */
export const PICTURE_MAX_PIXELS = 0x3FFF * 0x3FFF

/**
 * Maximum for pictures that sharp or ffmpeg decodes into memory as a whole, with at least four bytes per pixel. A GIF
 * of 35 bytes can claim to have more than a gigabyte.
 */
export const IN_MEMORY_MAX_PIXELS = 8000 * 8000

/** Longest side of a picture: several rows are in memory, each with up to eight bytes per pixel. */
export const SIDE_MAX_PIXELS = 100_000

/** libvips lists all frames of a GIF before it reads the first, in up to four times the memory of the file. */
const GIF_MAX_BYTES = 64 * 1024 * 1024

/** Pictures whose metadata is read in parallel: for a large GIF, it takes a thread of libuv for half a second. */
const PARALLEL_METADATA = 2
const reading = pLimit(PARALLEL_METADATA)

/** libvips looks for `<svg` among this many bytes, and in what is compressed with gzip. */
const SVG_HEAD_BYTES = 1000

/** Loaded on demand, because most commands and many servers draw no pictures. */
export async function loadSharp () {
  const { default: sharp } = await import('sharp')
  // By default libvips caches decoded pictures, up to a gigabyte.
  sharp.cache(false)
  return sharp
}

/**
 * What the beginning of a picture says, however large it is.
 * @param source path of the file, or its first bytes.
 * @returns null when it cannot be read, and for files of which libvips would read everything: SVG can refer to other
 * files, and takes unlimited time and memory to read.
 */
export async function metadataOf (source: string | Buffer): Promise<Metadata | null> {
  try {
    if (await isReadAsWhole(source)) return null
    const sharp = await loadSharp()
    const picture = sharp(source, { limitInputPixels: 0, failOn: 'error', pages: 1 })
    return await reading(async () => await picture.metadata())
  } catch {
    return null
  }
}

async function isReadAsWhole (source: string | Buffer): Promise<boolean> {
  const isFile = typeof source === 'string'
  const start = isFile ? await bytesOf(source, 0, SVG_HEAD_BYTES) : source.subarray(0, SVG_HEAD_BYTES)
  const text = start.toString('latin1')
  if (isGzip(start) || /<svg/i.test(text)) return true
  return isFile && text.startsWith('GIF8') && (await stat(source)).size > GIF_MAX_BYTES
}

/** Whether a picture may be decoded: it takes limited time and memory. */
export function isDecodable (about: Metadata): boolean {
  const { width, height } = about.autoOrient
  return Math.max(width, height) <= SIDE_MAX_PIXELS && width * height <= mostPixels(about)
}

/** Maximal number of pixels of a picture of this format. */
export function mostPixels ({ format, isProgressive }: Metadata): number {
  const isReadInRows = ROW_BY_ROW_FORMATS.has(format) && isProgressive !== true
  return isReadInRows ? PICTURE_MAX_PIXELS : IN_MEMORY_MAX_PIXELS
}
