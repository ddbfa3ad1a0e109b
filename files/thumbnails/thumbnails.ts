import type { Metadata } from 'sharp'
import type { ThumbnailType } from '../types/names.js'
import type { FilesSettings } from '../settings.js'
import { drawFrame, isForFfmpeg } from '../images/frame.js'
import { isDecodable, loadSharp, metadataOf, PICTURE_MAX_PIXELS } from '../images/sharp.js'
import { tiffLevels } from '../images/tiff-levels.js'
import { drawPdfPage } from './pdf-page.js'
import { picturePool, programPool } from './pool.js'
import { withFolder } from '../own/program.js'

/** The three thumbnails, as JPEG. */
export type Thumbnails = Record<ThumbnailType, Buffer>

type ThumbnailSizes = Pick<FilesSettings, 'thumbnailLarge' | 'thumbnailMedium' | 'thumbnailSquare'>

/** Files with a picture in several sizes, of which ffmpeg draws the largest. */
const ICON_FORMATS: ReadonlySet<string> = new Set(['image/x-icon', 'image/vnd.microsoft.icon'])

const WHITE = '#fff'

/** JPEG quality, from 1 to 100. */
const JPEG_QUALITY = 85

const PICTURE_TIMEOUT_SECONDS = 60

/** Programs have a queue of their own, in which a page costs as much as a frame. */
const PROGRAM_COST = 1

/**
 * Makes the three thumbnails of docs/contract/files.md §5 from a picture, the first page of a PDF or the first frame
 * of a video: upright (EXIF), in sRGB, on white, as JPEG. Waits in the queue of pool.ts.
 * @param file path of the file.
 * @param mediaType detected from its bytes (see media-type.ts).
 * @param about its metadata, if it is a picture that sharp can read.
 * @param client clients take turns.
 * @returns all three; null for a file that cannot be processed, which is not an error.
 */
export async function makeThumbnails (
  file: string, mediaType: string, about: Metadata | null,
  settings: ThumbnailSizes & Pick<FilesSettings, 'temporaryFolder'>, client = ''
): Promise<Thumbnails | null> {
  const draw = drawerOf(mediaType)
  if (draw === null) return await ofPicture(file, about, settings, client)
  return await withFolder(settings.temporaryFolder, async (folder) => {
    const picture = await programPool.thumbnails(client, PROGRAM_COST, async () => await draw(file, folder))
    return picture === null ? null : await ofPicture(picture, await metadataOf(picture), settings, client)
  })
}

async function ofPicture (
  file: string, about: Metadata | null, sizes: ThumbnailSizes, client: string
): Promise<Thumbnails | null> {
  if (about === null) return null
  const { width, height } = about.autoOrient
  // Of larger pictures only a small level is decoded.
  const pixels = Math.min(width * height, PICTURE_MAX_PIXELS)
  return await picturePool.thumbnails(client, pixels, async () => await fromPicture(file, about, sizes))
}

/** Writes a picture of a file into a folder. @returns its path; null when the file cannot be decoded. */
type Draw = (file: string, folder: string) => Promise<string | null>

function drawerOf (mediaType: string): Draw | null {
  if (mediaType === 'application/pdf') return drawPdfPage
  const isFrame = mediaType.startsWith('video/') || isForFfmpeg(mediaType) || ICON_FORMATS.has(mediaType)
  return isFrame ? drawFrame : null
}

type Size = Record<'width' | 'height', number>

async function fromPicture (file: string, about: Metadata, sizes: ThumbnailSizes): Promise<Thumbnails | null> {
  const sharp = await loadSharp()
  try {
    const size = sufficientSize(about.autoOrient, sizes)
    let page = 0
    if (!isDecodable(about)) {
      const levels = await tiffLevels(file)
      if (levels === undefined) return null
      page = levels.findLastIndex(({ width, height }) => width >= size.width && height >= size.height)
    }
    // A truncated file is an error; the warnings that many cameras' files cause are not. Only the first frame is read.
    const options = { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error', page, pages: 1 } as const
    const picture = sharp(file, options).timeout({ seconds: PICTURE_TIMEOUT_SECONDS })
    // Decoded only once, to the smallest size from which all three can be made.
    const { data, info } = await picture
      .autoOrient()
      .resize({ ...size, fit: 'fill' })
      .flatten({ background: WHITE })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const jpeg = async (side: number, fit: 'inside' | 'cover'): Promise<Buffer> => await sharp(data, { raw: info })
      .resize({ width: side, height: side, fit, withoutEnlargement: fit === 'inside' })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer()
    return {
      large: await jpeg(sizes.thumbnailLarge, 'inside'),
      medium: await jpeg(sizes.thumbnailMedium, 'inside'),
      square: await jpeg(sizes.thumbnailSquare, 'cover')
    }
  } catch {
    return null
  }
}

/**
 * A sharp square thumbnail needs the short side of the picture. For a panorama this would require decoding an enormous
 * picture, so its long side is limited to this many times the long side of the large thumbnail.
 */
const PANORAMA_MAX_RATIO = 8

/** The smallest size from which no thumbnail has to be enlarged, but not larger than the picture. */
function sufficientSize ({ width, height }: Size, sizes: ThumbnailSizes): Size {
  const box = Math.max(sizes.thumbnailLarge, sizes.thumbnailMedium)
  const long = Math.max(width, height)
  const forSquare = Math.min(sizes.thumbnailSquare / Math.min(width, height), PANORAMA_MAX_RATIO * box / long)
  const scale = Math.min(1, Math.max(box / long, forSquare))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
