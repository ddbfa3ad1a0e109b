import { randomBytes } from 'node:crypto'

/** The three pictures made of a media file, largest first (files.md §5). */
export const THUMBNAIL_TYPES = ['large', 'medium', 'square'] as const
export type ThumbnailType = typeof THUMBNAIL_TYPES[number]

/** What a stored file is found by. `extension` without a dot; null when it has none. */
export interface StoredFile {
  storageId: string
  extension: string | null
}

/** What is stored of a media file. */
export interface MediaFile extends StoredFile {
  hasOriginal: boolean
  hasThumbnails: boolean
}

/** A new storage id: 20 random bytes in 40 lower-case hexadecimal characters (files.md §2). */
export function newStorageId (): string {
  return randomBytes(20).toString('hex')
}

/** `original/<id>.<ext>`, or `original/<id>` without an extension (files.md §2). */
export function originalName ({ storageId, extension }: StoredFile): string {
  return withExtension(`original/${storageId}`, extension)
}

/** `large/<id>.jpg`: thumbnails are JPEG whatever the original is (files.md §2). */
export function thumbnailName (type: ThumbnailType, storageId: string): string {
  return `${type}/${storageId}.jpg`
}

/** `asset/<id>.<ext>` (files.md §2). */
export function assetName ({ storageId, extension }: StoredFile): string {
  return withExtension(`asset/${storageId}`, extension)
}

/** The names of all that is stored of a media file. */
export function mediaNames (file: MediaFile): string[] {
  const names = file.hasThumbnails ? THUMBNAIL_TYPES.map((type) => thumbnailName(type, file.storageId)) : []
  return file.hasOriginal ? [originalName(file), ...names] : names
}

/** The storage id in a name: what stands between the folder and the extension. */
export function storageIdOf (name: string): string {
  return name.slice(name.indexOf('/') + 1).split('.', 1)[0]!
}

/** True when an extension may become part of a name, on every disk and in every address. */
export function isPlainExtension (extension: string): boolean {
  return /^[a-z0-9_+~-]+$/.test(extension)
}

/** True for what the functions above make: one folder, one name, nothing that leads elsewhere. */
export function isFileName (name: string): boolean {
  return /^[a-z]+\/[a-z0-9]+(\.[a-z0-9_+~-]+)?$/.test(name)
}

function withExtension (name: string, extension: string | null): string {
  return extension === null ? name : `${name}.${extension}`
}
