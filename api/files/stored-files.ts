import { and, eq } from 'drizzle-orm'
import type { Readable } from 'node:stream'
import { isMediaVisible } from '../../db/search/viewer.js'
import type { Store } from '../../db/store.js'
import { media, resource } from '../../db/tables/index.js'
import { contentType } from '../../files/content-type.js'
import { isFileName, storageIdOf, THUMBNAIL_TYPES } from '../../files/names.js'
import { FileNotFoundError, type ByteRange, type FileStore } from '../../files/stores/file-store.js'
import { checkType, viewerOf } from '../access/access.js'
import type { Actor } from '../access/actor.js'
import { NotFoundError } from '../errors.js'

/** The folders of stored files: `original`, one for each size of thumbnails, `asset`. */
export const FILE_FOLDERS = ['original', ...THUMBNAIL_TYPES, 'asset'] as const

/** The name of a file in the store; undefined for names that no stored file has. */
function fileIn (folder: string, name: string): string | undefined {
  const file = `${folder}/${name}`
  return (FILE_FOLDERS as readonly string[]).includes(folder) && isFileName(file) ? file : undefined
}

/** A file that can be sent. */
export interface Served {
  /** Never one that a browser would execute. */
  mediaType: string
  /** Bytes. */
  size: number
  modified: Date
  /** @throws NotFoundError when it was removed meanwhile. */
  read (range?: ByteRange): Promise<Readable>
}

/** The stored files as they are served (docs/contract/files.md §2). */
export class StoredFiles {
  /** @param isProtected whether the files of a media are served only to those who may read the media. */
  constructor (readonly store: Store, readonly files: FileStore, readonly isProtected: boolean) {}

  /** The public address of a file that is served elsewhere, by a bucket say; null when Vitrine serves it. */
  addressOf (folder: string, name: string): string | null {
    const file = fileIn(folder, name)
    return file === undefined ? null : this.files.address(file)
  }

  /**
   * @throws NotFoundError when there is no such file, or the actor may not read its media.
   * @throws PermissionError for a key that is not made for reading media.
   */
  async find (folder: string, name: string, actor: Actor): Promise<Served> {
    const file = fileIn(folder, name)
    if (file === undefined || !await this.#mayRead(folder, file, actor)) throw noSuchFile()
    const found = await this.files.stat(file)
    if (found === null) throw noSuchFile()
    const read = async (range?: ByteRange): Promise<Readable> => {
      try {
        return await this.files.get(file, range)
      } catch (error) {
        throw error instanceof FileNotFoundError ? noSuchFile() : error
      }
    }
    return { ...found, mediaType: contentType(file), read }
  }

  /** Assets are public (docs/contract/resources.md §5). */
  async #mayRead (folder: string, file: string, actor: Actor): Promise<boolean> {
    if (!this.isProtected || folder === 'asset') return true
    checkType(actor, 'read', { name: 'media', entity: 'Media' })
    const [row] = await this.store.read.select({ id: media.id })
      .from(media).innerJoin(resource, eq(resource.id, media.id))
      .where(and(eq(media.storageId, storageIdOf(file)), isMediaVisible(viewerOf(actor))))
    return row !== undefined
  }
}

function noSuchFile (): NotFoundError {
  return new NotFoundError('There is no such file.')
}
