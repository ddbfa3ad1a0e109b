import path from 'node:path'
import { runProgram } from '../own/program.js'
import { IN_MEMORY_MAX_PIXELS } from './sharp.js'

/** Formats of pictures that ffmpeg decodes and sharp does not. Each of their files contains one picture. */
const FFMPEG_FORMATS: ReadonlySet<string> = new Set(['image/bmp', 'image/jp2', 'image/jpx', 'image/x-jp2-codestream'])

/** Whether a picture of this media type has to be converted by `drawFrame` before it is drawn. */
export function isForFfmpeg (mediaType: string): boolean {
  return FFMPEG_FORMATS.has(mediaType)
}

/**
 * Writes the first frame of a video, or a picture in a format that sharp cannot read, into `folder` with `ffmpeg`.
 *
 * @returns the path of a PNG; null when ffmpeg is not installed or cannot decode the file.
 */
export async function drawFrame (file: string, folder: string): Promise<string | null> {
  const frame = path.join(folder, 'frame.png')
  const drawn = await runProgram('ffmpeg', [
    '-nostdin', '-loglevel', 'error',
    // Some containers refer to other files and URLs: ffmpeg may read only this file.
    '-protocol_whitelist', 'file', '-max_pixels', String(IN_MEMORY_MAX_PIXELS), '-threads', '1', '-i', `file:${file}`,
    '-an', '-frames:v', '1', frame
  ])
  return typeof drawn === 'string' ? frame : null
}
