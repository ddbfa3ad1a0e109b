import { runProgram } from '../own/program.js'
import { isDecodable, loadSharp } from './sharp.js'

/** What was measured of a file. */
export interface Extent {
  /** Pixels, upright; null where it has none, or it is not known. */
  width: number | null
  height: number | null
  /** Seconds; null where it has none, or it is not known. */
  duration: number | null
  /** Whether parts of the picture can be drawn by themselves (draw.ts). */
  hasParts: boolean
}

export const NO_EXTENT: Extent = Object.freeze({ width: null, height: null, duration: null, hasParts: false })

/** Formats of which only the first frame or page would be drawn. */
const MOVING: ReadonlySet<string> = new Set(['gif'])

/**
 * Measures a picture.
 *
 * @param source path of the file, or its first bytes.
 * @returns null when these bytes are not enough, or it cannot be read.
 */
export async function measurePicture (source: string | Buffer, pixelLimit: number): Promise<Extent | null> {
  const sharp = await loadSharp()
  try {
    const about = await sharp(source, { limitInputPixels: pixelLimit, pages: 1 }).metadata()
    const { autoOrient: { width, height }, format, pages = 1 } = about
    const isMoving = MOVING.has(format) && pages > 1
    return { width, height, duration: null, hasParts: !isMoving && isDecodable(about, pixelLimit) }
  } catch {
    return null
  }
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

/** Measures sound or film with ffprobe. @returns null when it is not installed, or cannot read the file. */
export async function measureFilm (file: string): Promise<Extent | null> {
  const text = await runProgram('ffprobe', [
    '-loglevel', 'error', '-protocol_whitelist', 'file', '-of', 'json',
    '-show_entries', 'format=duration:stream=codec_type,width,height:stream_side_data=rotation:stream_disposition',
    `file:${file}`
  ])
  if (text === null) return null
  const { format, streams = [] } = JSON.parse(text) as Probed
  // The cover of a record is a film of one frame.
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

function positive (number: number): number | null {
  return number > 0 && Number.isFinite(number) ? number : null
}
