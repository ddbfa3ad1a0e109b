import type { ThumbnailType } from '../names.js'
import type { FilesSettings, ThumbnailSizes } from '../settings.js'
import { drawFrame } from './frame.js'
import { drawPdfPage } from './pdf-page.js'
import { picturePool } from './pool.js'
import { withFolder } from './program.js'

/** The three pictures, each a JPEG. */
export type Thumbnails = Record<ThumbnailType, Buffer>

export type ThumbnailSettings = Pick<FilesSettings, 'thumbnailSizes' | 'pixelLimit' | 'temporaryFolder'>

/** Formats that ffmpeg reads and sharp does not. */
const FRAMED = new Set(['image/bmp', 'image/jp2', 'image/x-icon', 'image/vnd.microsoft.icon'])

/** Formats that are decoded row by row, unless they are progressive; of others the whole picture is held in memory. */
const READ_IN_ROWS: ReadonlySet<string> = new Set(['jpeg', 'png', 'tiff'])

/**
 * Pixels of a picture that is held in memory whole, by sharp or by ffmpeg, with at least four bytes each. A GIF of 35
 * bytes can claim more than a gigabyte.
 */
const WHOLE_PIXEL_LIMIT = 8000 * 8000

const WHITE = '#fff'

/** JPEG quality, of 100. */
const QUALITY = 85

/** Seconds one picture may take. */
const TIMEOUT = 60

/**
 * Makes the three thumbnails of files.md §5 from a picture, the first page of a PDF or the first frame of a video:
 * upright (EXIF), in sRGB, on white, as JPEG. Waits its turn (see pool.ts).
 *
 * @param file path of the file
 * @param mediaType what its bytes are (see media-type.ts)
 * @returns all three, or null for a file that cannot be processed: it never rejects because of one
 */
export async function makeThumbnails (
  file: string, mediaType: string, settings: ThumbnailSettings
): Promise<Thumbnails | null> {
  const draw = drawerOf(mediaType)
  if (draw === null && !mediaType.startsWith('image/')) return null
  return await picturePool(async () => {
    if (draw === null) return await fromPicture(file, settings)
    return await withFolder(settings.temporaryFolder, async (folder) => {
      const picture = await draw(file, folder, Math.min(settings.pixelLimit, WHOLE_PIXEL_LIMIT))
      return picture === null ? null : await fromPicture(picture, settings)
    })
  })
}

/** Writes a picture of a file into a folder. @returns its path, or null when the file cannot be decoded */
type Draw = (file: string, folder: string, pixelLimit: number) => Promise<string | null>

function drawerOf (mediaType: string): Draw | null {
  if (mediaType === 'application/pdf') return drawPdfPage
  return mediaType.startsWith('video/') || FRAMED.has(mediaType) ? drawFrame : null
}

/** Loaded with the first picture: a start, or a command that makes an account, does without. */
async function loadSharp () {
  const { default: sharp } = await import('sharp')
  // It would keep decoded pictures of up to a gigabyte, in case the same file comes again.
  sharp.cache(false)
  return sharp
}

type Size = Record<'width' | 'height', number>

async function fromPicture (
  file: string,
  { thumbnailSizes, pixelLimit }: ThumbnailSettings
): Promise<Thumbnails | null> {
  const { large, medium, square } = thumbnailSizes
  const sharp = await loadSharp()
  try {
    // A truncated file is an error; the harmless warnings that many cameras cause are not. Only the first frame is
    // read.
    const options = { limitInputPixels: pixelLimit, failOn: 'error', pages: 1 } as const
    const picture = sharp(file, options).timeout({ seconds: TIMEOUT })
    const { autoOrient, format, isProgressive } = await picture.metadata()
    // SVG can refer to other files, and take unlimited time to draw.
    if (format === 'svg') return null
    const isReadInRows = READ_IN_ROWS.has(format) && isProgressive !== true
    if (!isReadInRows && autoOrient.width * autoOrient.height > WHOLE_PIXEL_LIMIT) return null
    // Decoded once, to the smallest size from which all three can be made.
    const { data, info } = await picture
      .autoOrient()
      .resize({ ...sufficientSize(autoOrient, thumbnailSizes), fit: 'fill' })
      .flatten({ background: WHITE })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const jpeg = async (side: number, fit: 'inside' | 'cover'): Promise<Buffer> => await sharp(data, { raw: info })
      .resize({ width: side, height: side, fit, withoutEnlargement: fit === 'inside' })
      .jpeg({ quality: QUALITY })
      .toBuffer()
    return {
      large: await jpeg(large, 'inside'),
      medium: await jpeg(medium, 'inside'),
      square: await jpeg(square, 'cover')
    }
  } catch {
    return null
  }
}

/** How many times the large thumbnail the long side of the decoded picture may be for the sake of a sharp square. */
const PANORAMA = 8

/** The smallest size, never above the picture's own, that no thumbnail has to enlarge again. */
function sufficientSize ({ width, height }: Size, sizes: ThumbnailSizes): Size {
  const box = Math.max(sizes.large, sizes.medium)
  const long = Math.max(width, height)
  const forSquare = Math.min(sizes.square / Math.min(width, height), PANORAMA * box / long)
  const scale = Math.min(1, Math.max(box / long, forSquare))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
