import path from 'node:path'
import { runProgram } from './program.js'

/**
 * Writes the first frame of a video, or a picture in a format sharp cannot read, into `folder` with `ffmpeg`.
 * @returns the path of a PNG, or null when there is no such program or nothing it can decode
 */
export async function drawFrame (file: string, folder: string, pixelLimit: number): Promise<string | null> {
  const frame = path.join(folder, 'frame.png')
  const drawn = await runProgram('ffmpeg', [
    '-nostdin', '-loglevel', 'error',
    // Some containers can name other files and addresses to be read: only this file is.
    '-protocol_whitelist', 'file', '-max_pixels', String(pixelLimit), '-threads', '1', '-i', `file:${file}`,
    '-an', '-frames:v', '1', frame
  ])
  return drawn === null ? null : frame
}
