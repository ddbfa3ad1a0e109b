import { FORMATS, QUALITIES, type PictureFormat, type Quality } from '../../../../files/images/draw.js'
import { BadRequestError, NotSupportedError } from '../../../core/calls/errors.js'

/** Supported versions of the IIIF APIs. */
export type Version = 2 | 3

/** The path segments of an image request. */
export interface GivenPicture { region: string, size: string, rotation: string, file: string }

/** In pixels, or in percent of the whole picture, from the top left corner. */
interface RequestedBox { x: number, y: number, width: number, height: number, isPercent: boolean }

export type RequestedRegion = 'full' | 'square' | RequestedBox

export interface RequestedSize {
  /**
   * `max`: as large as allowed; `fit`: within width and height; `exact`: a missing side follows from the aspect ratio.
   */
  kind: 'max' | 'fit' | 'exact' | 'percent'
  width?: number
  height?: number
  percent?: number
  /** The region may be enlarged. */
  mayGrow: boolean
}

/** A parsed image request (https://iiif.io/api/image/3.0/#4-image-requests). */
export interface ImageRequest {
  region: RequestedRegion
  size: RequestedSize
  isMirrored: boolean
  /** Clockwise, from 0 to less than 360. */
  degrees: number
  quality: Quality
  format: PictureFormat
}

/** Formats of the specification that are not supported. */
const OTHER_FORMATS: readonly string[] = ['tif', 'gif', 'jp2', 'pdf']

const PIXELS = /^\d{1,9}$/
const NUMBER = /^\d{1,9}(?:\.\d{1,6})?$/

/**
 * Parses an image request.
 * @throws BadRequestError with the invalid segment and what was expected.
 * @throws NotSupportedError for unsupported formats.
 */
export function parseImageRequest ({ region, size, rotation, file }: GivenPicture, version: Version): ImageRequest {
  return {
    region: parseRegion(region),
    size: version === 3 ? parseSize(size) : parseSize2(size),
    ...parseRotation(rotation),
    ...parseFile(file)
  }
}

function parseRegion (text: string): RequestedRegion {
  if (text === 'full' || text === 'square') return text
  const isPercent = text.startsWith('pct:')
  const parts = (isPercent ? text.slice('pct:'.length) : text).split(',')
  if (parts.length !== 4 || !parts.every((part) => (isPercent ? NUMBER : PIXELS).test(part))) {
    throw malformed('region', text, 'full, square, x,y,w,h in pixels, or pct:x,y,w,h')
  }
  const [x, y, width, height] = parts.map(Number) as [number, number, number, number]
  if (width === 0 || height === 0) throw new BadRequestError(`The region ${JSON.stringify(text)} is empty.`)
  return { x, y, width, height, isPercent }
}

const SIZES = 'max, w,  ,h  pct:n  w,h or !w,h, each also after ^'

function parseSize (text: string): RequestedSize {
  const mayGrow = text.startsWith('^')
  const rest = mayGrow ? text.slice(1) : text
  return rest === 'max' ? { kind: 'max', mayGrow } : boxOf(rest, text, mayGrow, SIZES)
}

/** In version 2 any size may enlarge except `!w,h`; `full` means `max`. */
function parseSize2 (text: string): RequestedSize {
  if (text === 'full' || text === 'max') return { kind: 'max', mayGrow: false }
  return boxOf(text, text, !text.startsWith('!'), 'full, max, w,  ,h  pct:n  w,h or !w,h')
}

function boxOf (rest: string, text: string, mayGrow: boolean, expected: string): RequestedSize {
  if (rest.startsWith('pct:')) {
    const percent = rest.slice('pct:'.length)
    if (!NUMBER.test(percent) || Number(percent) === 0) throw malformed('size', text, expected)
    return { kind: 'percent', percent: Number(percent), mayGrow }
  }
  const isFit = rest.startsWith('!')
  const sides = (isFit ? rest.slice(1) : rest).split(',')
  const [width = '', height = ''] = sides
  const isNumber = (side: string): boolean => PIXELS.test(side) && Number(side) > 0
  const isComplete = isFit ? width !== '' && height !== '' : width !== '' || height !== ''
  if (sides.length !== 2 || !isComplete || ![width, height].every((side) => side === '' || isNumber(side))) {
    throw malformed('size', text, expected)
  }
  return {
    kind: isFit ? 'fit' : 'exact',
    ...(width !== '' && { width: Number(width) }),
    ...(height !== '' && { height: Number(height) }),
    mayGrow
  }
}

function parseRotation (text: string): Pick<ImageRequest, 'isMirrored' | 'degrees'> {
  const isMirrored = text.startsWith('!')
  const degrees = isMirrored ? text.slice(1) : text
  if (!NUMBER.test(degrees) || Number(degrees) > 360) {
    throw malformed('rotation', text, 'degrees from 0 to 360, or ! and degrees')
  }
  return { isMirrored, degrees: Number(degrees) % 360 }
}

function parseFile (text: string): Pick<ImageRequest, 'quality' | 'format'> {
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

const FORMAT_NAMES = Object.keys(FORMATS).join(', ')

function malformed (name: string, text: string, expected: string): BadRequestError {
  return new BadRequestError(`The ${name} ${JSON.stringify(text)} is malformed: expected ${expected}.`)
}
