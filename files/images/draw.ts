import type { Sharp } from 'sharp'
import { loadSharp, PICTURE_MAX_PIXELS } from './sharp.js'

export const QUALITIES = ['default', 'color', 'gray', 'bitonal'] as const
export type Quality = typeof QUALITIES[number]

export const FORMATS = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const
export type PictureFormat = keyof typeof FORMATS

/** In pixels, from the top left corner of the upright picture. */
export interface Region { left: number, top: number, width: number, height: number }

/** How to draw a part of a picture: it is cropped, scaled, mirrored and then rotated. */
export interface Drawing {
  region: Region
  /** The region is the whole picture, which some formats can decode faster at a smaller scale. */
  isWhole: boolean
  /** Size of the part after scaling, in pixels. */
  width: number
  height: number
  /** Left and right are exchanged. */
  isMirrored: boolean
  /** Degrees clockwise, from 0 to less than 360. */
  degrees: number
  quality: Quality
  format: PictureFormat
}

/** The drawing failed: the file is damaged, or its format does not match its name. */
export class DrawingError extends Error {}

const WHITE = '#fff'
const TRANSPARENT = { r: 255, g: 255, b: 255, alpha: 0 }

/** Quality of JPEG and WebP, from 1 to 100. */
const JPEG_QUALITY = 85

const DRAWING_TIMEOUT_SECONDS = 60

/** In a bitonal drawing, grey values (0 to 255) from this one up become white. */
const BITONAL_THRESHOLD = 128

/**
 * Draws a part of a picture, in sRGB.
 * @param file path of the picture. Its size was measured (measure.ts), and the region is within it.
 * @param level of a pyramid (pyramid.ts), of which only the part is read, so that its size does not matter.
 * @throws DrawingError
 */
export async function draw (file: string, drawing: Drawing, level?: number): Promise<Buffer> {
  const { region, isWhole, width, height, isMirrored, degrees } = drawing
  const sharp = await loadSharp()
  try {
    const limitInputPixels = level === undefined ? PICTURE_MAX_PIXELS : false
    const part = sharp(file, { limitInputPixels, failOn: 'error', page: level ?? 0, pages: 1 })
      .timeout({ seconds: DRAWING_TIMEOUT_SECONDS })
      .autoOrient()
    if (!isWhole) part.extract(region)
    if (region.width !== width || region.height !== height) part.resize({ width, height, fit: 'fill' })
    if (!isMirrored && degrees === 0) return await encoded(part, drawing)
    // Two passes: in one pass, sharp would rotate before it scales.
    const { data, info } = await part.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
    const turned = sharp(data, { raw: info }).flop(isMirrored)
    if (degrees !== 0) turned.rotate(degrees, { background: drawing.format === 'jpg' ? WHITE : TRANSPARENT })
    return await encoded(turned, drawing)
  } catch (error) {
    throw new DrawingError((error as Error).message)
  }
}

async function encoded (part: Sharp, { quality, format }: Drawing): Promise<Buffer> {
  if (format === 'jpg' || quality === 'bitonal') part.flatten({ background: WHITE })
  if (quality === 'gray' || quality === 'bitonal') part.grayscale()
  if (quality === 'bitonal') part.threshold(BITONAL_THRESHOLD)
  part.toColourspace(quality === 'gray' || quality === 'bitonal' ? 'b-w' : 'srgb')
  switch (format) {
    case 'jpg': return await part.jpeg({ quality: JPEG_QUALITY }).toBuffer()
    case 'png': return await part.png({ compressionLevel: 6 }).toBuffer()
    case 'webp': return await part.webp({ quality: JPEG_QUALITY }).toBuffer()
  }
}
