import path from 'node:path'
import { withFolder } from '../own/program.js'
import { DrawingError, type Drawing } from './draw.js'
import { drawFrame, isForFfmpeg } from './frame.js'
import { loadSharp, PICTURE_MAX_PIXELS } from './sharp.js'

const TILE_SIDE_PIXELS = 512

/** From this JPEG quality on, libvips stores colours at full resolution. */
const JPEG_QUALITY = 90

const TIMEOUT_SECONDS = 300

/**
 * Converts a picture to a pyramid of tiles (TIFF), upright, in sRGB, of which parts can be read at every scale. Other
 * formats have to be decoded from the first row for every part. What sharp cannot read, ffmpeg converts first.
 * @throws DrawingError
 */
export async function writePyramid (file: string, mediaType: string, target: string): Promise<void> {
  if (!isForFfmpeg(mediaType)) return await convert(file, target)
  await withFolder(path.dirname(target), async (folder) => {
    const frame = await drawFrame(file, folder)
    if (frame === null) throw new DrawingError('ffmpeg is not installed, or cannot decode the file.')
    await convert(frame, target)
  })
}

async function convert (file: string, target: string): Promise<void> {
  const sharp = await loadSharp()
  try {
    const picture = sharp(file, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: TIMEOUT_SECONDS })
    const { hasAlpha } = await picture.metadata()
    await picture.autoOrient().toColourspace('srgb').tiff({
      pyramid: true,
      tile: true,
      tileWidth: TILE_SIDE_PIXELS,
      tileHeight: TILE_SIDE_PIXELS,
      ...(hasAlpha ? { compression: 'deflate' } : { compression: 'jpeg', quality: JPEG_QUALITY })
    }).toFile(target)
  } catch (error) {
    throw new DrawingError((error as Error).message)
  }
}

interface Size { width: number, height: number }

/** The sizes of the levels that `writePyramid` makes of a picture. The last one is one tile. */
export function writtenLevels (whole: Size): Size[] {
  const levels = [whole]
  for (let factor = 2; Math.max(levels.at(-1)!.width, levels.at(-1)!.height) > TILE_SIDE_PIXELS; factor *= 2) {
    levels.push({ width: Math.floor(whole.width / factor), height: Math.floor(whole.height / factor) })
  }
  return levels
}

/**
 * Converts a drawing to the smallest level of a pyramid that is large enough for it.
 *
 * @param levels their sizes in pixels, each half as large as the one before.
 * @returns the number of the level, and the drawing in its pixels.
 */
export function onLevel (drawing: Drawing, levels: readonly Size[]): { level: number, drawing: Drawing } {
  const { region, width, height } = drawing
  let level = 0
  const isEnough = (factor: number): boolean => region.width / factor >= width && region.height / factor >= height
  while (level < levels.length - 1 && isEnough(2 ** (level + 1))) level++
  const factor = 2 ** level
  const { width: most, height: highest } = levels[level]!
  const left = Math.min(Math.round(region.left / factor), most - 1)
  const top = Math.min(Math.round(region.top / factor), highest - 1)
  return {
    level,
    drawing: {
      ...drawing,
      isWhole: false,
      region: {
        left,
        top,
        width: Math.max(1, Math.min(Math.round(region.width / factor), most - left)),
        height: Math.max(1, Math.min(Math.round(region.height / factor), highest - top))
      }
    }
  }
}
