import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FileCache } from '../../../files/images/file-cache.js'
import { FileNotFoundError, type FileStore } from '../../../files/stores/file-store.js'
import { NotFoundError } from '../../core/calls/errors.js'
import { InFlight } from '../../cache/lru.js'
import { partsOf } from '../../core/sequence/pages.js'
import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import { bindings, IDS, prepared } from '../../../db/query/statements/prepared.js'
import { ANONYMOUS_VIEWER } from '../../../db/query/statements/viewer.js'
import { isOneOf } from '../../../db/query/statements/dialect.js'
import type { Store } from '../../../db/open/store.js'
import { media, mediaExtent } from '../../../db/tables/index.js'
import { isForFfmpeg } from '../../../files/images/frame.js'
import { measureFilm, measureFrame, measurePicture, NO_EXTENT, type Extent } from '../../../files/images/measure.js'
import { originalName, thumbnailName } from '../../../files/types/names.js'

/** Gives local paths for stored files: files in a bucket are downloaded, and the copies cached. */
export class LocalFiles {
  constructor (readonly store: FileStore, readonly cache: FileCache) {}

  /** @throws NotFoundError when there is no such file. */
  async use<T> (name: string, use: (path: string) => Promise<T>): Promise<T> {
    const path = this.store.path(name)
    if (path !== null) return await use(path)
    return await this.cache.use(name, async (copy) => {
      await pipeline(await this.#read(name), createWriteStream(copy, { mode: 0o600 }))
    }, use)
  }

  /** The first bytes of a file. @throws NotFoundError */
  async start (name: string, bytes: number): Promise<Buffer> {
    return await this.#read(name, bytes).then(async (stream) => Buffer.concat(await stream.toArray() as Buffer[]))
  }

  async #read (name: string, bytes?: number) {
    try {
      return await this.store.get(name, bytes === undefined ? undefined : { start: 0, end: bytes - 1 })
    } catch (error) {
      throw error instanceof FileNotFoundError ? new NotFoundError('There is no such file.') : error
    }
  }
}

const PARALLEL_MEASUREMENTS = 4
const pictures = pLimit(PARALLEL_MEASUREMENTS)
/** Measured by a program, for which a hostile film takes seconds: pictures do not wait for them. */
const films = pLimit(PARALLEL_MEASUREMENTS)

/** The header of a picture, with its dimensions, usually fits into this. */
const HEAD_BYTES = 128 * 1024

/** Larger files in a bucket are not downloaded to be measured. */
const COPY_MAX_BYTES = 256 * 1024 * 1024

const ROWS_PER_INSERT = 500

const known = prepared((database) => database.select({
  mediaId: media.id,
  mediaType: media.mediaType,
  storageId: media.storageId,
  extension: media.extension,
  size: media.size,
  hasOriginal: media.hasOriginal,
  hasThumbnails: media.hasThumbnails,
  extent: {
    // First, because it is never null: Drizzle takes a joined row whose first column is null for a missing one.
    hasParts: mediaExtent.hasParts,
    width: mediaExtent.width,
    height: mediaExtent.height,
    duration: mediaExtent.duration
  }
}).from(media).leftJoin(mediaExtent, eq(mediaExtent.mediaId, media.id)).where(isOneOf(media.id, IDS)).prepare())

type Row = Awaited<ReturnType<ReturnType<typeof known>['all']>>[number]

/** Dimensions and durations of media, measured at the first request and stored. */
export class Extents {
  /** Measurements in progress, by media id. */
  readonly #measuring = new InFlight<number>()

  constructor (private readonly store: Store, private readonly local: LocalFiles) {}

  /**
   * By media id, without media whose files cannot be read now. The caller has checked that the viewer may see them.
   */
  async of (mediaIds: readonly number[]): Promise<ReadonlyMap<number, Extent>> {
    const rows = await known(this.store.read, ANONYMOUS_VIEWER).all(bindings(mediaIds, ANONYMOUS_VIEWER))
    const found = new Map<number, Extent>()
    const measured: Array<typeof mediaExtent.$inferInsert> = []
    await Promise.all(rows.map(async (row) => {
      const extent: Extent | undefined = row.extent ?? await this.#measured(row)
      if (extent === undefined) return
      found.set(row.mediaId, extent)
      if (row.extent === null && extent.isProvisional !== true) measured.push({ mediaId: row.mediaId, ...extent })
    }))
    for (const some of partsOf(measured, ROWS_PER_INSERT)) this.#keep(some)
    return found
  }

  /** Not awaited: a read must not wait for a write, or fail with it. What is not stored is measured again. */
  #keep (measured: ReadonlyArray<typeof mediaExtent.$inferInsert>): void {
    this.store.writeUnseen(async (database) => {
      // Some media may have been deleted meanwhile.
      const ids = measured.map(({ mediaId }) => mediaId!)
      const there = new Set((await database.select({ id: media.id }).from(media).where(isOneOf(media.id, ids)))
        .map(({ id }) => id))
      const rows = measured.filter(({ mediaId }) => there.has(mediaId!))
      if (rows.length > 0) await database.insert(mediaExtent).values(rows).onConflictDoNothing()
    }).catch(() => {})
  }

  async #measured (row: Row): Promise<Extent | undefined> {
    if (row.storageId === null) return NO_EXTENT
    const limit = row.mediaType?.startsWith('image/') === true ? pictures : films
    const measure = async (): Promise<Extent> => await limit(async () => await this.#measure(row))
    return await this.#measuring.share(row.mediaId, measure).catch(() => undefined)
  }

  async #measure (row: Row): Promise<Extent> {
    const file = row.hasOriginal ? await this.#ofOriginal(row) : null
    const extent = file ?? NO_EXTENT
    if (extent.width !== null || !row.hasThumbnails) return extent
    // A file without dimensions, such as a PDF, is displayed by its thumbnail.
    const { width, height } = await this.#ofPicture(thumbnailName('large', row.storageId!), 0) ?? NO_EXTENT
    return { ...extent, width, height }
  }

  async #ofOriginal (row: Row): Promise<Extent | null> {
    const [kind] = (row.mediaType ?? '').split('/')
    const name = originalName({ storageId: row.storageId!, extension: row.extension })
    if (isForFfmpeg(row.mediaType ?? '')) {
      // Without thumbnails, ffmpeg is not installed or cannot decode it.
      if (!row.hasThumbnails || !this.#isNear(name, row.size ?? 0)) return null
      return await this.local.use(name, measureFrame)
    }
    if (kind === 'image') return await this.#ofPicture(name, row.size ?? 0)
    if ((kind !== 'audio' && kind !== 'video') || !this.#isNear(name, row.size ?? 0)) return null
    return await this.local.use(name, measureFilm)
  }

  async #ofPicture (name: string, size: number): Promise<Extent | null> {
    if (this.local.store.path(name) === null) {
      const extent = await measurePicture(await this.local.start(name, HEAD_BYTES))
      if (extent !== null || !this.#isNear(name, size)) return extent
    }
    return await this.local.use(name, measurePicture)
  }

  /** Whether the file is local, or small enough to be downloaded. */
  #isNear (name: string, size: number): boolean {
    return this.local.store.path(name) !== null || size <= COPY_MAX_BYTES
  }
}
