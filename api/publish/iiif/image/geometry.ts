import type { Drawing, Region } from '../../../../files/images/draw.js'
import { BadRequestError } from '../../../core/calls/errors.js'
import type { ImageRequest, RequestedRegion, RequestedSize, Version } from './parameters.js'

export interface Size { width: number, height: number }

/** Limits of a drawing. */
export interface Limits {
  /** Pixels of its longer side. */
  side: number
  /** Pixels: width × height. */
  area: number
}

/**
 * Translates an image request into a drawing.
 * @param whole size of the whole picture, in pixels.
 * @throws BadRequestError when the region is outside the picture, or the size exceeds the limits.
 */
export function drawingOf (requested: ImageRequest, whole: Size, limits: Limits): Drawing {
  const region = regionOf(requested.region, whole)
  const size = sizeOf(requested.size, region, limits)
  const { isMirrored, degrees, quality, format } = requested
  if (areaOfTurned(size, degrees) > limits.area) {
    throw new BadRequestError(`Turned by ${degrees} degrees the picture would have more than ${limits.area} pixels.`)
  }
  const isWhole = region.width === whole.width && region.height === whole.height
  return { region, isWhole, ...size, isMirrored, degrees, quality, format }
}

function regionOf (requested: RequestedRegion, { width, height }: Size): Region {
  if (requested === 'full') return { left: 0, top: 0, width, height }
  if (requested === 'square') {
    const side = Math.min(width, height)
    return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), width: side, height: side }
  }
  const pixels = (given: number, of: number): number => requested.isPercent ? Math.round(given * of / 100) : given
  const [left, top] = [pixels(requested.x, width), pixels(requested.y, height)]
  if (left >= width || top >= height) {
    throw new BadRequestError(`The region is outside the picture of ${width} × ${height} pixels.`)
  }
  return {
    left,
    top,
    width: Math.min(Math.max(1, pixels(requested.width, width)), width - left),
    height: Math.min(Math.max(1, pixels(requested.height, height)), height - top)
  }
}

function sizeOf (requested: RequestedSize, region: Size, limits: Limits): Size {
  if (requested.kind === 'max') return largest(region, limits, requested.mayGrow)
  const { width = Infinity, height = Infinity } = requested
  if (requested.kind === 'fit') {
    const most = largest(region, limits, requested.mayGrow)
    const scale = Math.min(width / region.width, height / region.height)
    return scale * region.width >= most.width && scale * region.height >= most.height ? most : scaled(region, scale)
  }
  const size = requested.kind === 'percent'
    ? scaled(region, requested.percent! / 100)
    : width !== Infinity && height !== Infinity
      ? { width, height }
      : scaled(region, Math.min(width / region.width, height / region.height), requested)
  const isLarger = size.width > region.width || size.height > region.height
  if (isLarger && !requested.mayGrow) {
    throw new BadRequestError(`The size ${size.width} × ${size.height} is larger than the region of ${region.width} × ` +
      `${region.height} pixels. To enlarge it, begin the size with ^.`)
  }
  if (!isAllowed(size, limits)) {
    throw new BadRequestError(`The size ${size.width} × ${size.height} is more than is drawn: ${limits.side} pixels a ` +
      `side, ${limits.area} in all.`)
  }
  return size
}

/** @param given sides that the request specifies; they are not rounded. */
function scaled ({ width, height }: Size, scale: number, given: Partial<Size> = {}): Size {
  return {
    width: given.width ?? Math.max(1, Math.round(width * scale)),
    height: given.height ?? Math.max(1, Math.round(height * scale))
  }
}

/** The largest size of this aspect ratio within the limits. */
export function largest ({ width, height }: Size, { side, area }: Limits, mayGrow: boolean): Size {
  const scale = Math.min(side / Math.max(width, height), Math.sqrt(area / (width * height)))
  if (scale >= 1 && !mayGrow) return { width, height }
  // Rounded down to stay within the limits.
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

function isAllowed ({ width, height }: Size, { side, area }: Limits): boolean {
  return width <= side && height <= side && width * height <= area
}

/** Area of the bounding box of a rotated picture, in pixels. */
export function areaOfTurned ({ width, height }: Size, degrees: number): number {
  const turn = degrees * Math.PI / 180
  const [sine, cosine] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))]
  // At right angles, floating point errors must not add a pixel.
  return Math.floor(width * cosine + height * sine + 1e-6) * Math.floor(width * sine + height * cosine + 1e-6)
}

/**
 * The canonical form of an image request (https://iiif.io/api/image/3.0/#47-canonical-uri-syntax): equal for all
 * requests of the same picture.
 */
export function canonicalOf (drawing: Drawing, limits: Limits, version: Version): string {
  const { region, isWhole, isMirrored, degrees, quality, format } = drawing
  const box = isWhole ? 'full' : [region.left, region.top, region.width, region.height].join()
  const size = version === 3 ? canonicalSize(drawing, limits) : canonicalSize2(drawing)
  const shown = quality === 'color' ? 'default' : quality
  return `${box}/${size}/${isMirrored ? '!' : ''}${degrees}/${shown}.${format}`
}

function canonicalSize ({ region, width, height }: Drawing, limits: Limits): string {
  const most = largest(region, limits, false)
  if (width === most.width && height === most.height) return 'max'
  return `${width > region.width || height > region.height ? '^' : ''}${width},${height}`
}

function canonicalSize2 ({ region, width, height }: Drawing): string {
  if (width === region.width && height === region.height) return 'full'
  return height === scaled(region, width / region.width).height ? `${width},` : `${width},${height}`
}
