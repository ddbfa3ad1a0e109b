import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import { checksum } from '../../../../files/types/checksum.js'
import { isPlainExtension, THUMBNAIL_TYPES, type ThumbnailType } from '../../../../files/types/names.js'
import type { LineFields } from './line-fields.js'

/** The name of a stored file, and the URL for fetching it if it does not come with the collection. */
export interface FileContent {
  /** Name within its folder: `3f….jpg`. */
  name: string
  storageId: string
  extension: string | null
  url: string | null
}

const NAME = /^([A-Za-z0-9_-]{1,190})(?:\.([A-Za-z0-9_+~-]{1,40}))?$/

/** A file is missing, or is not the expected one. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError'
}

/** The folder of files that belongs to a collection. */
export class CollectionFiles {
  /** @param folder without symbolic links. */
  private constructor (readonly folder: string) {}

  /**
   * The folder that the header of a collection names.
   * @param file path of the collection file.
   * @returns undefined when it names none.
   * @throws MissingFileError when it is not beside the file.
   */
  static async named (file: string, named: string | null): Promise<CollectionFiles | undefined> {
    if (named === null) return undefined
    const parent = await realpath(path.dirname(file))
    const files = await this.at(path.resolve(parent, named))
    if (path.isAbsolute(named) || !files.folder.startsWith(`${parent}${path.sep}`)) {
      throw new MissingFileError(`files: ${named} is not a folder beside the collection`)
    }
    return files
  }

  /** A folder at any path. @throws MissingFileError when it does not exist. */
  static async at (folder: string): Promise<CollectionFiles> {
    const found = await realpath(folder).catch(() => undefined)
    if (found === undefined) throw new MissingFileError(`files: there is no folder ${folder}`)
    return new CollectionFiles(found)
  }

  /**
   * The path of a file, if it is the expected one.
   * @param expected what is known of it; to compare the SHA-256, the whole file is read.
   * @throws MissingFileError
   */
  async find (
    kind: 'original' | 'asset', { name }: FileContent,
    { size = null, sha256 = null }: { size?: number | null, sha256?: string | null } = {}
  ): Promise<string> {
    const shown = `${kind}/${name}`
    const found = path.join(this.folder, kind, name)
    const stats = await lstat(found).catch(() => undefined)
    if (stats?.isFile() !== true) throw new MissingFileError(`the file ${shown} is missing`)
    if (size !== null && stats.size !== size) {
      throw new MissingFileError(`the file ${shown} has ${stats.size} bytes, not ${size}`)
    }
    if (sha256 !== null && (await checksum(found)).sha256 !== sha256) {
      throw new MissingFileError(`the file ${shown} was altered: its SHA-256 is another`)
    }
    return found
  }

  /** The paths of a media's thumbnails; undefined unless all exist. */
  async thumbnails ({ storageId }: FileContent): Promise<Record<ThumbnailType, string> | undefined> {
    const paths = {} as Record<ThumbnailType, string>
    for (const type of THUMBNAIL_TYPES) {
      paths[type] = path.join(this.folder, type, `${storageId}.jpg`)
      const stats = await lstat(paths[type]).catch(() => undefined)
      if (stats?.isFile() !== true) return undefined
    }
    return paths
  }
}

/**
 * The name of a stored file; null when there is none. A name that could lead out of its folder is refused.
 * @param urlKey key of the URL at which the source serves the file.
 */
export function readFileName (fields: LineFields, key: string, urlKey: string): FileContent | null {
  const name = fields.text(key)
  if (name === null) return null
  const [, storageId, ending = null] = NAME.exec(name) ?? []
  if (storageId === undefined) {
    fields.refuse(key, 'the name of a stored file: letters, digits, - and _, and an extension')
    return null
  }
  const extension = ending === null ? null : ending.toLowerCase()
  if (extension !== null && !isPlainExtension(extension)) fields.refuse(key, 'a plain extension')
  return { name, storageId, extension, url: fields.text(urlKey) }
}
