import type { Metadata } from 'sharp'

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

/** Loaded on demand, because most commands and many servers draw no pictures. */
export async function loadSharp () {
  const { default: sharp } = await import('sharp')
  // By default libvips caches decoded pictures, up to a gigabyte.
  sharp.cache(false)
  return sharp
}

/** Whether a picture may be decoded: SVG can refer to other files, and take unlimited time to draw. */
export function isDecodable (about: Metadata): boolean {
  const { width, height } = about.autoOrient
  return about.format !== 'svg' && width * height <= mostPixels(about)
}

/** Maximal number of pixels of a picture of this format. */
export function mostPixels ({ format, isProgressive }: Metadata): number {
  const isReadInRows = ROW_BY_ROW_FORMATS.has(format) && isProgressive !== true
  return isReadInRows ? PICTURE_MAX_PIXELS : IN_MEMORY_MAX_PIXELS
}
