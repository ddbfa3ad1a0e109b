import {
  FORMATS, QUALITIES, type Drawing, type PictureFormat, type Quality, type Region
} from '../../../../files/images/draw.js'
import { BadRequestError, NotSupportedError } from '../../../core/calls/errors.js'
import { areaOfTurned, largest, scaled, type Limits, type Size } from './geometry.js'

/** Supported versions of the IIIF APIs. */
export type Version = 2 | 3

/** The path segments of an image request. */
export interface GivenPicture { region: string, size: string, rotation: string, file: string }

/** Formats of the specification that are not supported. */
const OTHER_FORMATS: readonly string[] = ['tif', 'gif', 'jp2', 'pdf']
const FORMAT_NAMES = Object.keys(FORMATS).join(', ')

const PIXELS = /^\d{1,9}$/
const NUMBER = /^\d{1,9}(?:\.\d{1,6})?$/

/** A number of percent, of the size of the whole picture or of the region. */
const PERCENT = 'pct:'

/**
 * Translates an image request (https://iiif.io/api/image/3.0/#4-image-requests) into a drawing.
 * @param whole size of the whole picture, in pixels.
 * @throws BadRequestError with the segment that is malformed and what was expected; when the region is outside the
 * picture, or the size exceeds the limits.
 * @throws NotSupportedError for unsupported formats.
 */
export function drawingOf (given: GivenPicture, version: Version, whole: Size, limits: Limits): Drawing {
  const [rotation, file] = [rotationOf(given.rotation), fileOf(given.file)]
  const region = regionOf(given.region, whole)
  const size = sizeOf(given.size, version, region, limits)
  if (areaOfTurned(size, rotation.degrees) > limits.area) {
    throw new BadRequestError(
      `Turned by ${rotation.degrees} degrees the picture would have more than ${limits.area} pixels.`)
  }
  const isWhole = region.width === whole.width && region.height === whole.height
  return { region, isWhole, ...size, ...rotation, ...file }
}

function regionOf (text: string, { width, height }: Size): Region {
  if (text === 'full') return { left: 0, top: 0, width, height }
  if (text === 'square') {
    const side = Math.min(width, height)
    return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), width: side, height: side }
  }
  const isPercent = text.startsWith(PERCENT)
  const parts = (isPercent ? text.slice(PERCENT.length) : text).split(',')
  if (parts.length !== 4 || !parts.every((part) => (isPercent ? NUMBER : PIXELS).test(part))) {
    throw malformed('region', text, 'full, square, x,y,w,h in pixels, or pct:x,y,w,h')
  }
  const [x, y, wide, high] = parts.map(Number) as [number, number, number, number]
  if (wide === 0 || high === 0) throw new BadRequestError(`The region ${JSON.stringify(text)} is empty.`)
  const pixels = (given: number, of: number): number => isPercent ? Math.round(given * of / 100) : given
  const [left, top] = [pixels(x, width), pixels(y, height)]
  if (left >= width || top >= height) {
    throw new BadRequestError(`The region is outside the picture of ${width} × ${height} pixels.`)
  }
  return {
    left,
    top,
    width: Math.min(Math.max(1, pixels(wide, width)), width - left),
    height: Math.min(Math.max(1, pixels(high, height)), height - top)
  }
}

const SIZES: Record<Version, string> = {
  2: 'full, max, w,  ,h  pct:n  w,h or !w,h', 3: 'max, w,  ,h  pct:n  w,h or !w,h, each also after ^'
}

/** In version 2 any size may enlarge except `!w,h`; `full` means `max`. */
function sizeOf (text: string, version: Version, region: Region, limits: Limits): Size {
  const mayGrow = version === 3 ? text.startsWith('^') : !text.startsWith('!')
  const form = version === 3 && mayGrow ? text.slice(1) : text
  if (form === 'max' || (version === 2 && form === 'full')) return largest(region, limits, version === 3 && mayGrow)
  if (form.startsWith(PERCENT)) {
    const percent = form.slice(PERCENT.length)
    if (!NUMBER.test(percent) || Number(percent) === 0) throw malformed('size', text, SIZES[version])
    return allowed(scaled(region, Number(percent) / 100), mayGrow, region, limits)
  }
  const isFit = form.startsWith('!')
  const sides = (isFit ? form.slice(1) : form).split(',')
  // A missing side follows from the aspect ratio.
  const [width = NaN, height = NaN] = sides.map((side) => side === '' ? Infinity : PIXELS.test(side) ? Number(side) : NaN)
  const isComplete = (isFit ? Math.max : Math.min)(width, height) < Infinity
  if (sides.length !== 2 || !(width > 0 && height > 0 && isComplete)) throw malformed('size', text, SIZES[version])
  const scale = Math.min(width / region.width, height / region.height)
  if (isFit) {
    const most = largest(region, limits, mayGrow)
    return scale * region.width >= most.width && scale * region.height >= most.height ? most : scaled(region, scale)
  }
  const size = {
    ...scaled(region, scale), ...(width < Infinity && { width }), ...(height < Infinity && { height })
  }
  return allowed(size, mayGrow, region, limits)
}

/** A size, unless it is larger than the region without permission, or than the limits. @throws BadRequestError */
function allowed ({ width, height }: Size, mayGrow: boolean, region: Region, { side, area }: Limits): Size {
  if ((width > region.width || height > region.height) && !mayGrow) {
    throw new BadRequestError(`The size ${width} × ${height} is larger than the region of ${region.width} × ` +
      `${region.height} pixels. To enlarge it, begin the size with ^.`)
  }
  if (width > side || height > side || width * height > area) {
    throw new BadRequestError(`The size ${width} × ${height} is more than is drawn: ${side} pixels a side, ${area} in all.`)
  }
  return { width, height }
}

function rotationOf (text: string): Pick<Drawing, 'isMirrored' | 'degrees'> {
  const isMirrored = text.startsWith('!')
  const degrees = isMirrored ? text.slice(1) : text
  if (!NUMBER.test(degrees) || Number(degrees) > 360) {
    throw malformed('rotation', text, 'degrees from 0 to 360, or ! and degrees')
  }
  return { isMirrored, degrees: Number(degrees) % 360 }
}

function fileOf (text: string): Pick<Drawing, 'quality' | 'format'> {
  const [quality = '', format = ''] = text.split('.', 2)
  if (!(QUALITIES as readonly string[]).includes(quality)) {
    throw malformed('quality', quality, `one of ${QUALITIES.join(', ')}`)
  }
  if (OTHER_FORMATS.includes(format)) {
    throw new NotSupportedError(`Pictures in the format ${format} are not available. Use ${FORMAT_NAMES}.`)
  }
  if (text !== `${quality}.${format}` || !Object.hasOwn(FORMATS, format)) {
    throw malformed('format', text.slice(quality.length + 1), `one of ${FORMAT_NAMES}`)
  }
  return { quality: quality as Quality, format: format as PictureFormat }
}

function malformed (name: string, text: string, expected: string): BadRequestError {
  return new BadRequestError(`The ${name} ${JSON.stringify(text)} is malformed: expected ${expected}.`)
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
