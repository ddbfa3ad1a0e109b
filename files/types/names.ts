import { randomBytes } from 'node:crypto'

/** The three thumbnails of a media file, largest first (docs/contract/files.md §5). */
export const THUMBNAIL_TYPES = ['large', 'medium', 'square'] as const
export type ThumbnailType = typeof THUMBNAIL_TYPES[number]

/** The parts of a stored file's name. `extension` is without the dot; null when there is none. */
export interface StoredFile {
  storageId: string
  extension: string | null
}

/** Which files of a media are stored. */
export interface MediaFile extends StoredFile {
  hasOriginal: boolean
  hasThumbnails: boolean
}

/** A new storage id: 20 random bytes in 40 lower-case hexadecimal characters (docs/contract/files.md §2). */
export function newStorageId (): string {
  return randomBytes(20).toString('hex')
}

/** `original/<id>.<ext>`, or `original/<id>` without an extension (docs/contract/files.md §2). */
export function originalName ({ storageId, extension }: StoredFile): string {
  return withExtension(`original/${storageId}`, extension)
}

/** `large/<id>.jpg`: thumbnails are JPEG whatever the original is (docs/contract/files.md §2). */
export function thumbnailName (type: ThumbnailType, storageId: string): string {
  return `${type}/${storageId}.jpg`
}

/** `asset/<id>.<ext>` (docs/contract/files.md §2). */
export function assetName ({ storageId, extension }: StoredFile): string {
  return withExtension(`asset/${storageId}`, extension)
}

/** `imports/<id>.<ext>`: a file that waits to be imported. It is never served. */
export function importName ({ id, extension }: { id: string, extension: string }): string {
  return `imports/${id}.${extension}`
}

/** The names of all stored files of a media. */
export function mediaNames (file: MediaFile): string[] {
  const names = file.hasThumbnails ? THUMBNAIL_TYPES.map((type) => thumbnailName(type, file.storageId)) : []
  return file.hasOriginal ? [originalName(file), ...names] : names
}

/** The storage id in a name: the text between folder and extension. */
export function storageIdOf (name: string): string {
  return name.slice(name.indexOf('/') + 1).split('.', 1)[0]!
}

/** Whether an extension is safe in file names on every disk and in every URL. */
export function isPlainExtension (extension: string): boolean {
  return /^[a-z0-9_+~-]+$/.test(extension)
}

/**
 * Whether the functions above could have produced a name: a folder and a file name, never a path to another folder.
 */
export function isFileName (name: string): boolean {
  return /^[a-z]+\/[a-z0-9]+(\.[a-z0-9_+~-]+)?$/.test(name)
}

export function withExtension (name: string, extension: string | null): string {
  return extension === null || extension === '' ? name : `${name}.${extension}`
}

/** The name of the original file of a media; if the source is a URL, the last part of its path. */
export function sourceName (source: string | null): string | undefined {
  return source?.split(/[?#]/, 1)[0]!.split(/[/\\]/).findLast((part) => part !== '')
}
