import { ASSET_EXTENSIONS, ASSET_MEDIA_TYPES } from './allowed-types.js'
import { checksum, type Checksum } from './checksum.js'
import { resolveExtension } from './extension.js'
import { IngestError } from './ingest-error.js'
import { detectMediaType } from './media-type.js'
import { assetName, isPlainExtension, newStorageId, originalName, THUMBNAIL_TYPES, thumbnailName, type StoredFile } from './names.js'
import type { FilesSettings } from './settings.js'
import type { FileSource, FileStore } from './stores/file-store.js'
import { makeThumbnails, type Thumbnails } from './thumbnails/thumbnails.js'

/** What is recorded of a media file (resources.md §4). `size` in bytes, `sha256` in 64 hexadecimal characters. */
export interface StoredMedia extends StoredFile, Checksum {
  mediaType: string
  hasOriginal: boolean
  hasThumbnails: boolean
}

/** What is recorded of an asset (files.md §8). */
export interface StoredAsset extends StoredFile {
  mediaType: string
}

/** What has to be known of a media file to remove it. */
export type MediaFileNames = Omit<StoredMedia, 'mediaType' | keyof Checksum>

/**
 * The rules around a file store: which files are accepted, under which names they are stored, what is made of them.
 * Storing is whole or not at all: when any part fails, what was stored of it is removed.
 */
export class MediaFiles {
  constructor (readonly store: FileStore, readonly settings: FilesSettings) {}

  /**
   * Examines a file, stores it with its thumbnails, and tells what is to be recorded (files.md §2–§5).
   *
   * @param path where the file is; it stays there
   * @param sourceName the name it came with, for its extension and for messages
   * @param options `keepOriginal: false` stores only the thumbnails
   * @throws IngestError under `file` for a type or extension that is not accepted
   */
  async storeMedia (path: string, sourceName: string, { keepOriginal = true } = {}): Promise<StoredMedia> {
    const mediaType = await detectMediaType(path)
    const { mediaTypes, extensions, disableFileValidation } = this.settings
    const extension = resolveExtension(sourceName, mediaType)
    if (!disableFileValidation) validate(sourceName, mediaType, extension, mediaTypes, extensions)
    const file = { storageId: newStorageId(), extension: storable(extension) }
    const [sum, thumbnails] = await Promise.all([checksum(path), makeThumbnails(path, mediaType, this.settings)])
    const parts = thumbnails === null ? [] : thumbnailParts(file.storageId, thumbnails)
    if (keepOriginal) parts.push([originalName(file), path])
    await this.#putAll(parts)
    return { ...file, ...sum, mediaType, hasOriginal: keepOriginal, hasThumbnails: thumbnails !== null }
  }

  /**
   * Stores thumbnails alone, of a picture that is not itself part of the collection.
   * @returns the storage id they are stored under, or null when none could be made
   */
  async storeThumbnails (path: string): Promise<string | null> {
    const thumbnails = await makeThumbnails(path, await detectMediaType(path), this.settings)
    if (thumbnails === null) return null
    const storageId = newStorageId()
    await this.#putAll(thumbnailParts(storageId, thumbnails))
    return storageId
  }

  /**
   * Stores the file of an asset (files.md §8).
   * @throws IngestError under `file` for anything but the pictures assets may be
   */
  async storeAsset (path: string, filename: string): Promise<StoredAsset> {
    const mediaType = await detectMediaType(path)
    const extension = resolveExtension(filename, mediaType)
    validate(filename, mediaType, extension, ASSET_MEDIA_TYPES, ASSET_EXTENSIONS)
    const file = { storageId: newStorageId(), extension }
    await this.store.put(assetName(file), path)
    return { ...file, mediaType }
  }

  /** Removes the original and the thumbnails, those that there are. */
  async removeMedia (media: MediaFileNames): Promise<void> {
    const names = media.hasThumbnails ? THUMBNAIL_TYPES.map((type) => thumbnailName(type, media.storageId)) : []
    if (media.hasOriginal) names.push(originalName(media))
    await Promise.all(names.map(async (name) => { await this.store.delete(name) }))
  }

  async removeAsset (asset: StoredFile): Promise<void> {
    await this.store.delete(assetName(asset))
  }

  async #putAll (parts: ReadonlyArray<readonly [name: string, source: FileSource]>): Promise<void> {
    const puts = await Promise.allSettled(parts.map(async ([name, source]) => { await this.store.put(name, source) }))
    const failed = puts.find((put) => put.status === 'rejected')
    if (failed === undefined) return
    await Promise.allSettled(parts.map(async ([name]) => { await this.store.delete(name) }))
    throw failed.reason
  }
}

function thumbnailParts (storageId: string, thumbnails: Thumbnails): Array<[string, FileSource]> {
  return THUMBNAIL_TYPES.map((type) => [thumbnailName(type, storageId), thumbnails[type]])
}

/** With validation off any extension may come, even one that cannot stand in a name: then there is none. */
function storable (extension: string | null): string | null {
  return extension !== null && isPlainExtension(extension) ? extension : null
}

/** Both checks are always made, the media type's message comes first (files.md §4). */
function validate (
  sourceName: string, mediaType: string, extension: string | null,
  mediaTypes: readonly string[], extensions: readonly string[]
): void {
  const refusals = []
  if (!mediaTypes.includes(mediaType)) refusals.push(`media type "${mediaType}"`)
  if (extension === null || !extensions.includes(extension)) refusals.push(`resolved extension "${extension ?? ''}"`)
  if (refusals.length > 0) {
    throw IngestError.of('file', ...refusals.map((refusal) => `Error validating "${sourceName}". Cannot store files with the ${refusal}.`))
  }
}
