import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { draw, DrawingError, FORMATS, type Drawing, type PictureFormat } from '../../../../files/images/draw.js'
import type { FileCache } from '../../../../files/images/file-cache.js'
import { isForFfmpeg } from '../../../../files/images/frame.js'
import { onLevel, writePyramid, writtenLevels } from '../../../../files/images/pyramid.js'
import { tiffLevels } from '../../../../files/images/tiff-levels.js'
import { isDiskFull } from '../../../../files/own/disk-full.js'
import { picturePool } from '../../../../files/thumbnails/pool.js'
import { storageIdOf } from '../../../../files/types/names.js'
import type { Actor } from '../../../core/calls/actor.js'
import { Answer } from '../../../core/answers/answer.js'
import { BusyError, NotFoundError, NotSupportedError } from '../../../core/calls/errors.js'
import type { BuiltInApis } from '../../../resources/built-in.js'
import type { Extents, LocalFiles } from '../extents.js'
import { areaOfTurned, type Limits, type Size } from './geometry.js'
import { imageInfo } from './info.js'
import { canonicalOf, drawingOf, type GivenPicture, type Version } from './request.js'

/** A media that can be drawn in parts. */
interface Source extends Size { id: number, name: string, storageId: string, mediaType: string }

/** A valid image request whose media the actor may see. */
interface PlannedPicture {
  mediaId: number
  mediaType: string
  /** The end of the canonical URL, equal for all requests of the same picture. */
  canonical: string
  /** An entity tag. It needs no version, because stored files never change. */
  tag: string
  /**
   * Draws the picture, or takes it from the cache.
   * @param client clients take turns.
   * @param signal aborted when the client has disconnected.
   * @throws NotFoundError when the actor may no longer see the media; BusyError when too many drawings wait; the
   * reason of the signal.
   */
  read (client: string, signal: AbortSignal): Promise<Buffer>
}

interface ImageServiceParts {
  media: BuiltInApis['media']
  extents: Extents
  local: LocalFiles
  cache: FileCache
  limits: Limits
}

/**
 * Up to this many pixels, drawings are made from the file itself: decoding it takes no longer than reading a pyramid
 * would.
 */
const DIRECT_MAX_PIXELS = 2048 * 2048

/** Pixels per byte of the cache up to which an image's pyramid is cached, so that several fit into the cache. */
const CACHED_PIXELS = 1 / 4

/** Time to encode a pixel, relative to the time to decode one. */
const ENCODING_COST: Readonly<Record<PictureFormat, number>> = { jpg: 4, png: 8, webp: 20 }

/** Time to convert a pixel to a pyramid (all scales), relative to the time to decode one. */
const PYRAMID_COST = 5

/** Time to convert a pixel to a pyramid with ffmpeg, relative to the time to decode one. */
const FFMPEG_COST = 15

/** The IIIF Image API for media (https://iiif.io/api/image/3.0/). */
export class ImageService {
  constructor (private readonly parts: ImageServiceParts) {}

  /**
   * The `info.json` of a media.
   * @throws NotFoundError when there is no such media, the actor may not see it, or it is not a picture.
   * @throws NotSupportedError for pictures that cannot be drawn in parts.
   */
  async info (id: string, actor: Actor, version: Version): Promise<Answer> {
    const source = await this.#source(id, actor)
    return new Answer(JSON.stringify(imageInfo(source.id, source, this.parts.limits, version)), { isLinkedData: false })
  }

  /**
   * Validates an image request.
   * @throws NotFoundError, NotSupportedError as `info`.
   * @throws BadRequestError for a request that is malformed, outside the picture, or too large.
   */
  async plan (id: string, given: GivenPicture, actor: Actor, version: Version): Promise<PlannedPicture> {
    const source = await this.#source(id, actor)
    const drawing = drawingOf(given, version, source, this.parts.limits)
    const key = `${source.storageId}/${canonicalOf(drawing, this.parts.limits, 3)}`
    return {
      mediaId: source.id,
      mediaType: FORMATS[drawing.format],
      canonical: version === 3 ? key.slice(key.indexOf('/') + 1) : canonicalOf(drawing, this.parts.limits, version),
      tag: createHash('sha1').update(key).digest('hex'),
      read: async (client, signal) => {
        let drawn: Buffer | undefined
        try {
          return await this.parts.cache.use(key, async (path, abandoned) => {
            drawn = await this.#drawn(source, drawing, client, abandoned)
            await writeFile(path, drawn, { mode: 0o600 })
          }, async (path) => await readFile(path), signal)
        } catch (error) {
          if (drawn !== undefined && isDiskFull(error)) return drawn
          throw error
        } finally {
          // The media may have become private or been deleted while the request waited.
          await this.parts.media.read(source.id, { actor })
        }
      }
    }
  }

  async #drawn (source: Source, drawing: Drawing, client: string, signal: AbortSignal): Promise<Buffer> {
    const { local, cache } = this.parts
    const pixels = source.width * source.height
    const isConverted = isForFfmpeg(source.mediaType)
    const isSmall = pixels <= DIRECT_MAX_PIXELS
    const written = ENCODING_COST[drawing.format] * areaOfTurned(drawing, drawing.degrees)
    const inTurn = async (read: number, work: () => Promise<Buffer>): Promise<Buffer> =>
      await inQueue(client, read + written, signal, work)
    try {
      const levels = isConverted || isSmall ? undefined : await local.use(source.name, tiffLevels)
      if (levels !== undefined) {
        const { level, drawing: part } = onLevel(drawing, levels)
        return await local.use(source.name, async (file) =>
          await inTurn(areaOf(part), async () => await draw(file, part, level)))
      }
      if (!isConverted && (drawing.isWhole || isSmall || pixels > cache.limit * CACHED_PIXELS)) {
        return await local.use(source.name, async (file) =>
          await inTurn(pixels, async () => await draw(file, drawing)))
      }
      const { level, drawing: part } = onLevel(drawing, writtenLevels(source))
      return await cache.use(`pyramid ${source.storageId}`, async (target, abandoned) => {
        await local.use(source.name, async (file) => {
          const cost = isConverted ? FFMPEG_COST : PYRAMID_COST
          await inQueue(client, cost * pixels, abandoned, async () => {
            await writePyramid(file, source.mediaType, target)
          })
        })
      }, async (pyramid) => await inTurn(areaOf(part),
        async () => await draw(pyramid, part, level)), signal)
    } catch (error) {
      throw error instanceof DrawingError ? notDrawn() : error
    }
  }

  /** @throws NotFoundError, PermissionError like reading the media. */
  async #source (given: string, actor: Actor): Promise<Source> {
    const media = (await this.parts.media.read(given, { actor })).json()
    const { 'o:id': id, 'o:filename': filename, 'o:media_type': mediaType, 'o:original_url': original } = media
    if (filename === null || original === null || mediaType?.startsWith('image/') !== true) {
      throw new NotFoundError(`Media ${id} is not a picture.`)
    }
    const name = `original/${filename}`
    const extent = (await this.parts.extents.of([id])).get(id)
    if (extent === undefined) {
      // Its file cannot be read now: a further attempt says why.
      await this.parts.local.start(name, 1)
      throw new BusyError()
    }
    if (!extent.hasParts || extent.width === null || extent.height === null) throw notDrawn()
    const { width, height } = extent
    return { id, storageId: storageIdOf(name), mediaType, name, width, height }
  }
}

/** Draws when it is the client's turn. @throws BusyError when too many drawings wait; the reason of the signal. */
async function inQueue<T> (
  client: string, cost: number, signal: AbortSignal, work: () => Promise<T>
): Promise<T> {
  signal.throwIfAborted()
  if (!picturePool.hasRoomFor(client)) throw new BusyError()
  return await picturePool.draw(client, cost, signal, work)
}

const areaOf = ({ region: { width, height } }: Drawing): number => width * height

function notDrawn (): NotSupportedError {
  return new NotSupportedError('Of this picture no parts are drawn: its format is not read, or it is too large.')
}
