import { and, eq } from 'drizzle-orm'
import type { Readable } from 'node:stream'
import { isMediaVisible } from '../../db/query/statements/viewer.js'
import type { Store } from '../../db/open/store.js'
import { media, resource } from '../../db/tables/index.js'
import { contentType } from '../../files/types/mime-types.js'
import { isFileName, storageIdOf, THUMBNAIL_TYPES } from '../../files/types/names.js'
import { FileNotFoundError, type ByteRange } from '../../files/stores/file-store.js'
import { checkType, viewerOf, type Guarded } from '../access/access.js'
import type { Actor } from '../core/calls/actor.js'
import { NotFoundError } from '../core/calls/errors.js'
import type { FileServices } from './file-services.js'

/** The folders of stored files: `original`, one for each thumbnail size, `asset`. */
export const FILE_FOLDERS = ['original', ...THUMBNAIL_TYPES, 'asset'] as const

/** The name of a file in the store; undefined when the folder or name is not allowed. */
function fileIn (folder: string, name: string): string | undefined {
  const file = `${folder}/${name}`
  return (FILE_FOLDERS as readonly string[]).includes(folder) && isFileName(file) ? file : undefined
}

/** A file that can be sent. */
export interface ServedFile {
  /** Never a media type that browsers execute. */
  mediaType: string
  /** Bytes. */
  size: number
  modified: Date
  /** @throws NotFoundError when the file has been removed meanwhile. */
  read (range?: ByteRange): Promise<Readable>
}

/** Gives access to the stored files (docs/contract/files.md §2). */
export class StoredFiles {
  /**
   * @param isProtected whether files are served only to viewers who may read their media.
   * @param media the resource type of media.
   */
  constructor (
    readonly store: Store, readonly files: FileServices, readonly isProtected: boolean, readonly media: Guarded
  ) {}

  /** The public URL of a file that another server, such as a bucket, serves; null when Vitrine serves it. */
  addressOf (folder: string, name: string): string | null {
    const file = fileIn(folder, name)
    const { publicAddress } = this.files
    return file === undefined || publicAddress === null ? null : `${publicAddress}/${file}`
  }

  /**
   * @throws NotFoundError when the file does not exist, or the actor may not see its media.
   * @throws PermissionError for an API key whose scope does not include reading media.
   */
  async find (folder: string, name: string, actor: Actor): Promise<ServedFile> {
    const file = fileIn(folder, name)
    if (file === undefined || !await this.#mayRead(folder, file, actor)) throw noSuchFile()
    const found = await this.files.store.stat(file)
    if (found === null) throw noSuchFile()
    const read = async (range?: ByteRange): Promise<Readable> => {
      try {
        return await this.files.store.get(file, range)
      } catch (error) {
        throw error instanceof FileNotFoundError ? noSuchFile() : error
      }
    }
    return { ...found, mediaType: contentType(file), read }
  }

  /** Assets are public (docs/contract/resources.md §5). */
  async #mayRead (folder: string, file: string, actor: Actor): Promise<boolean> {
    if (!this.isProtected || folder === 'asset') return true
    checkType(actor, 'read', this.media)
    const [row] = await this.store.read.select({ id: media.id })
      .from(media).innerJoin(resource, eq(resource.id, media.id))
      .where(and(eq(media.storageId, storageIdOf(file)), isMediaVisible(viewerOf(actor))))
    return row !== undefined
  }
}

function noSuchFile (): NotFoundError {
  return new NotFoundError('There is no such file.')
}
