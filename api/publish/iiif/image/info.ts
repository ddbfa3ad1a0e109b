import type { Representation } from '../../../core/answers/answer.js'
import { BASE } from '../../../core/answers/base.js'
import { largest, type Limits, type Size } from './geometry.js'
import type { Version } from './request.js'

/** Side of the tiles that `info.json` suggests to viewers. */
const TILE_SIDE_PIXELS = 512

/** The smallest size that `info.json` suggests, in pixels of the longer side. */
const SMALLEST_SIDE_PIXELS = 128

export const CONTEXTS: Record<Version, string> = {
  2: 'http://iiif.io/api/image/2/context.json', 3: 'http://iiif.io/api/image/3/context.json'
}
export const PROFILES: Record<Version, string> = {
  2: 'http://iiif.io/api/image/2/level2.json', 3: 'http://iiif.io/api/image/3/level2.json'
}

/** URL of the image service of a media. */
export function serviceAddress (mediaId: number, version: Version): string {
  return `${BASE}/iiif/${version}/${mediaId}`
}

/** The description of an image service, `info.json`. @param size of the whole picture, in pixels. */
export function imageInfo (mediaId: number, size: Size, limits: Limits, version: Version): Representation {
  return version === 3 ? info3(mediaId, size, limits) : info2(mediaId, size, limits)
}

function info3 (mediaId: number, { width, height }: Size, limits: Limits): Representation {
  return {
    '@context': CONTEXTS[3],
    id: serviceAddress(mediaId, 3),
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level2',
    width,
    height,
    maxWidth: limits.side,
    maxHeight: limits.side,
    maxArea: limits.area,
    sizes: sizesOf({ width, height }, limits),
    tiles: [tilesOf({ width, height })],
    extraFormats: ['webp'],
    extraQualities: ['color', 'gray', 'bitonal'],
    extraFeatures: ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader', 'rotationArbitrary', 'sizeUpscaling']
  }
}

function info2 (mediaId: number, { width, height }: Size, limits: Limits): Representation {
  return {
    '@context': CONTEXTS[2],
    '@id': serviceAddress(mediaId, 2),
    protocol: 'http://iiif.io/api/image',
    width,
    height,
    sizes: sizesOf({ width, height }, limits),
    tiles: [tilesOf({ width, height })],
    profile: [PROFILES[2], {
      formats: ['jpg', 'png', 'webp'],
      qualities: ['default', 'color', 'gray', 'bitonal'],
      maxWidth: limits.side,
      maxHeight: limits.side,
      maxArea: limits.area,
      supports: [
        'canonicalLinkHeader', 'mirroring', 'profileLinkHeader', 'regionSquare', 'rotationArbitrary', 'sizeAboveFull'
      ]
    }]
  }
}

/** The sizes of the picture halved repeatedly, smallest first. */
function sizesOf ({ width, height }: Size, limits: Limits): Size[] {
  const most = largest({ width, height }, limits, false)
  const sizes: Size[] = []
  for (let factor = 1; factor === 1 || Math.max(width, height) / factor >= SMALLEST_SIDE_PIXELS; factor *= 2) {
    const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) }
    if (size.width <= most.width && size.height <= most.height) sizes.unshift(size)
  }
  return sizes.length === 0 ? [most] : sizes
}

/** With the last scale factor, one tile covers the whole picture. */
function tilesOf ({ width, height }: Size): { width: number, height: number, scaleFactors: number[] } {
  const scaleFactors = [1]
  while (Math.max(width, height) > TILE_SIDE_PIXELS * scaleFactors.at(-1)!) scaleFactors.push(2 * scaleFactors.at(-1)!)
  return { width: TILE_SIDE_PIXELS, height: TILE_SIDE_PIXELS, scaleFactors }
}
