import type { Metadata } from 'sharp'
import { runProgram } from '../own/program.js'
import { isForFfmpeg } from './frame.js'
import {
  IN_MEMORY_MAX_PIXELS, isDecodable, metadataOf, mostPixels, PICTURE_MAX_PIXELS, SIDE_MAX_PIXELS
} from './sharp.js'
import { tiffLevels } from './tiff-levels.js'

/** Dimensions and duration of a media file. */
export interface Extent {
  /** Pixels, upright; null when it has none or they are unknown. */
  width: number | null
  height: number | null
  /** Seconds; null when it has none or it is unknown. */
  duration: number | null
  /** Whether parts of the picture can be drawn (draw.ts). */
  hasParts: boolean
  /** It could not be measured now, so that it has to be measured again. */
  isProvisional?: true
}

export const NO_EXTENT: Extent = Object.freeze({ width: null, height: null, duration: null, hasParts: false })

/** Formats that may be animated: only the first frame would be drawn. */
const ANIMATED_FORMATS: ReadonlySet<string> = new Set(['gif'])

/**
 * Measures a picture.
 * @param source path of the file, or its first bytes.
 * @returns null when these bytes do not suffice, or it cannot be read.
 */
export async function measurePicture (source: string | Buffer): Promise<Extent | null> {
  const about = await metadataOf(source)
  if (about === null) return null
  const { autoOrient: { width, height }, format, pages = 1 } = about
  const isMoving = ANIMATED_FORMATS.has(format) && pages > 1
  if (isDecodable(about)) return { width, height, duration: null, hasParts: !isMoving }
  const isPyramid = format === 'tiff' && typeof source === 'string' && await tiffLevels(source) !== undefined
  const isMeasured = isPyramid || width * height <= PICTURE_MAX_PIXELS
  return isMeasured ? { width, height, duration: null, hasParts: isPyramid } : null
}

/** Characters of a name in a warning, which has to fit into a header. */
const NAME_MAX_CHARACTERS = 40

/**
 * Which features will not work with a picture, as a sentence for its uploader; undefined: everything works.
 * @param sourceName the name of the file for the uploader. @param about metadata; null if sharp cannot read it.
 */
export async function pictureWarning (
  path: string, sourceName: string, mediaType: string, about: Metadata | null, hasThumbnails: boolean
): Promise<string | undefined> {
  // The program that made its thumbnails draws its parts, too.
  if (hasThumbnails && isForFfmpeg(mediaType)) return undefined
  const name = sourceName.length > NAME_MAX_CHARACTERS ? `${sourceName.slice(0, NAME_MAX_CHARACTERS)}...` : sourceName
  const outcome = hasThumbnails
    ? 'It is shown by its thumbnail, and viewers cannot zoom in.'
    : 'It has no thumbnails, and viewers cannot zoom in.'
  if (about === null) {
    return `"${name}" is stored, but cannot be decoded here (${mediaType}). ${outcome} Send it as TIFF, PNG or JPEG, too.`
  }
  if (isDecodable(about) || (about.format === 'tiff' && await tiffLevels(path) !== undefined)) {
    return hasThumbnails ? undefined : `"${name}" is stored, but cannot be decoded: it may be damaged. ${outcome}`
  }
  const { width, height } = about.autoOrient
  return `"${name}" is stored, but has more pixels (${width} x ${height}) than are decoded ` +
    `(${mostPixels(about)}, ${SIDE_MAX_PIXELS} a side). ${outcome} ` +
    'Send a smaller picture, or a TIFF that is a pyramid of tiles.'
}

interface Probed {
  format?: { duration?: string }
  streams?: Array<{
    codec_type?: string
    width?: number
    height?: number
    side_data_list?: Array<{ rotation?: number }>
    disposition?: { attached_pic?: number }
  }>
}

/** The beginning of a file says how long it is; a damaged one would be read to its end. */
const MEASURE_TIMEOUT_MS = 10_000

/** Measures audio or video with ffprobe. @returns null when it cannot read the file. */
export async function measureFilm (file: string): Promise<Extent | null> {
  const text = await runProgram('ffprobe', [
    '-loglevel', 'error', '-protocol_whitelist', 'file', '-of', 'json',
    '-show_entries', 'format=duration:stream=codec_type,width,height:stream_side_data=rotation:stream_disposition',
    `file:${file}`
  ], MEASURE_TIMEOUT_MS)
  if (text === undefined) return { ...NO_EXTENT, isProvisional: true }
  if (text === null) return null
  const { format, streams = [] } = JSON.parse(text) as Probed
  // Cover art in an audio file appears as a video stream of one frame.
  const film = streams.find(({ codec_type: type, disposition }) => type === 'video' && disposition?.attached_pic !== 1)
  const { width = 0, height = 0, side_data_list: [side] = [] } = film ?? {}
  const seconds = Number(format?.duration)
  const isTurned = Math.abs(side?.rotation ?? 0) % 180 === 90
  return {
    width: positive(isTurned ? height : width),
    height: positive(isTurned ? width : height),
    duration: positive(seconds),
    hasParts: false
  }
}

/** Measures a picture that ffmpeg converts before it is drawn (frame.ts). @returns null as `measureFilm` does. */
export async function measureFrame (file: string): Promise<Extent | null> {
  const film = await measureFilm(file)
  if (film === null || film.isProvisional === true) return film
  if (film.width === null || film.height === null) return null
  return { ...film, duration: null, hasParts: film.width * film.height <= IN_MEMORY_MAX_PIXELS }
}

function positive (number: number): number | null {
  return number > 0 && Number.isFinite(number) ? number : null
}
