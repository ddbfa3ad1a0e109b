import type { Metadata } from 'sharp'
import { ASSET_EXTENSIONS, ASSET_MEDIA_TYPES, ALLOWABLE_EXTENSION } from './types/allowed-types.js'
import { checksum, type Checksum } from './types/checksum.js'
import { resolveExtension } from './types/mime-types.js'
import { IngestError } from './ingest-error.js'
import { detectMediaType, EMPTY_TYPE } from './types/media-type.js'
import {
  assetName, isPlainExtension, newStorageId, originalName, THUMBNAIL_TYPES, thumbnailName,
  type MediaFile, type StoredFile, type ThumbnailType
} from './types/names.js'
import type { FilesSettings } from './settings.js'
import type { FileSource, FileStore } from './stores/file-store.js'
import { makeThumbnails, type Thumbnails } from './thumbnails/thumbnails.js'
import { pictureWarning } from './images/measure.js'
import { metadataOf } from './images/sharp.js'
import type { JournalEntry, WorkFolder } from './own/work-folder.js'

/** An item may have thousands of files. */
const PARALLEL_DELETES = 16

/**
 * The file columns of a media (docs/contract/resources.md §4). `size` in bytes, `sha256` in 64 hexadecimal characters.
 */
interface StoredMedia extends MediaFile, Checksum {
  mediaType: string
}

/** The file columns of an asset (docs/contract/files.md §8). */
export interface StoredAsset extends StoredFile {
  mediaType: string
}

/** Is called with a sentence that says what will not work, though nothing is refused. */
export type OnWarning = (message: string) => void

/** Paths of the files of a media; null: there is none. */
export interface GivenFiles {
  original: string | null
  thumbnails: Record<ThumbnailType, string> | 'made' | null
}

/**
 * The rules for stored files: which files are accepted, under which names they are stored, which thumbnails are made.
 * Storing is atomic: when a part of it fails, the files that were already stored are deleted. A journal entry names
 * newly stored files until `keep` confirms that a committed row refers to them, and files to be deleted from the call
 * of `removal` on. After a crash in between, the next start reads the journal and deletes the files that no row names.
 */
export class MediaFiles {
  /**
   * @param client for whom thumbnails are made: clients take turns.
   * @param entries journal entries, by storage id, of files that no row refers to yet.
   */
  constructor (
    readonly store: FileStore, readonly settings: FilesSettings, readonly journal: Pick<WorkFolder, 'begin'>,
    private readonly client = '', private readonly entries = new Map<string, JournalEntry>()
  ) {}

  /** A copy of this object that makes thumbnails for a client. */
  of (client: string): MediaFiles {
    return new MediaFiles(this.store, this.settings, this.journal, client, this.entries)
  }

  /**
   * Checks a file and stores it with its thumbnails (docs/contract/files.md §2–§5).
   * @param path of the file, which is not moved.
   * @param sourceName name of the file at its source, for its extension and for messages.
   * @param options `keepOriginal: false` stores only the thumbnails. `onWarning` is called with what will not work.
   * @throws IngestError under `file` for a media type or extension that is not accepted.
   */
  async storeMedia (
    path: string, sourceName: string,
    { keepOriginal = true, onWarning }: { keepOriginal?: boolean, onWarning?: OnWarning | undefined } = {}
  ): Promise<StoredMedia> {
    const mediaType = await detectMediaType(path)
    const extension = resolveExtension(sourceName, mediaType)
    this.#check(sourceName, mediaType, extension)
    const file = { storageId: newStorageId(), extension: storable(extension) }
    const about = aboutOf(path, mediaType)
    const [sum, thumbnails] = await Promise.all([checksum(path), this.#thumbnailsOf(path, mediaType, about)])
    const parts = thumbnails === null ? [] : thumbnailParts(file.storageId, thumbnails)
    if (keepOriginal) parts.push([originalName(file), path])
    if (onWarning !== undefined && keepOriginal && mediaType.startsWith('image/')) {
      const warning = await pictureWarning(path, sourceName, mediaType, await about, thumbnails !== null)
      if (warning !== undefined) onWarning(warning)
    }
    await this.#putAll(file.storageId, parts)
    return { ...file, ...sum, mediaType, hasOriginal: keepOriginal, hasThumbnails: thumbnails !== null }
  }

  /** @throws IngestError under `file` when `storeMedia` would refuse the file for its media type or extension. */
  async checkMedia (path: string, sourceName: string): Promise<void> {
    if (this.settings.acceptAnyFile) return
    const mediaType = await detectMediaType(path)
    this.#check(sourceName, mediaType, resolveExtension(sourceName, mediaType))
  }

  #check (sourceName: string, mediaType: string, extension: string | null): void {
    const { mediaTypes, fileExtensions, acceptAnyFile } = this.settings
    if (acceptAnyFile) return
    const { messages, commands } = refusal(sourceName, mediaType, extension, mediaTypes, fileExtensions)
    if (messages.length === 0) return
    const advice = commands.length === 0 ? [] : [`To allow such files, run: ${commands.join(' && ')}`]
    throw IngestError.of('file', ...messages, ...advice)
  }

  /**
   * Stores thumbnails of a picture that is not stored itself.
   *
   * @returns the storage id of the thumbnails; null when none could be made.
   */
  async storeThumbnails (path: string): Promise<string | null> {
    const mediaType = await detectMediaType(path)
    const thumbnails = await this.#thumbnailsOf(path, mediaType)
    if (thumbnails === null) return null
    const storageId = newStorageId()
    await this.#putAll(storageId, thumbnailParts(storageId, thumbnails))
    return storageId
  }

  async #thumbnailsOf (
    path: string, mediaType: string, about = aboutOf(path, mediaType)
  ): Promise<Thumbnails | null> {
    return await makeThumbnails(path, mediaType, await about, this.settings, this.client)
  }

  /**
   * Stores the file of an asset (docs/contract/files.md §8).
   *
   * @throws IngestError under `file` for a media type or extension that is not accepted.
   */
  async storeAsset (path: string, filename: string): Promise<StoredAsset> {
    const mediaType = await detectMediaType(path)
    const extension = resolveExtension(filename, mediaType)
    const { messages } = refusal(filename, mediaType, extension, ASSET_MEDIA_TYPES, ASSET_EXTENSIONS)
    if (messages.length > 0) throw IngestError.of('file', ...messages)
    const file = { storageId: newStorageId(), extension }
    await this.#putAll(file.storageId, [[assetName(file), path]])
    return { ...file, mediaType }
  }

  /**
   * Stores the files of a media copied from another installation, under their names there. Does not check them,
   * because that installation accepted them.
   */
  async adoptMedia (file: StoredFile, mediaType: string, given: GivenFiles): Promise<MediaFile> {
    const { original, thumbnails: paths } = given
    const made = paths === 'made' && original !== null ? await this.#thumbnailsOf(original, mediaType) : null
    const thumbnails = paths === 'made' ? made : paths
    const parts = thumbnails === null ? [] : thumbnailParts(file.storageId, thumbnails)
    if (original !== null) parts.push([originalName(file), original])
    await this.#putAll(file.storageId, parts)
    return { ...file, hasOriginal: original !== null, hasThumbnails: thumbnails !== null }
  }

  /** Stores the file of an asset copied from another installation, under its name there. */
  async adoptAsset (file: StoredFile, path: string): Promise<void> {
    await this.#putAll(file.storageId, [[assetName(file), path]])
  }

  /** Confirms that a committed row refers to the files with this id. */
  async keep (storageId: string): Promise<void> {
    const entry = this.entries.get(storageId)
    this.entries.delete(storageId)
    await entry?.end()
  }

  /** Deletes files with this id, as far as they exist. */
  async remove (storageId: string, names: readonly string[]): Promise<void> {
    await this.#removeAll(names)
    await this.keep(storageId)
  }

  /**
   * Enters in the journal that files are to be deleted. Call it before the deletion of their rows is committed.
   *
   * @returns a function that deletes the files, to be called after the commit.
   */
  async removal (names: readonly string[]): Promise<() => Promise<void>> {
    const entry = await this.journal.begin(names)
    return async () => {
      await this.#removeAll(names)
      await entry.end()
    }
  }

  async #putAll (storageId: string, parts: ReadonlyArray<readonly [name: string, source: FileSource]>): Promise<void> {
    if (parts.length === 0) return
    const names = parts.map(([name]) => name)
    this.entries.set(storageId, await this.journal.begin(names))
    const puts = parts.map(async ([name, source]) => { await this.store.put(name, source) })
    try {
      // All of them, even if some fail, so that none is still running when the others are removed.
      await Promise.allSettled(puts)
      await Promise.all(puts)
    } catch (error) {
      // If they cannot be deleted, their names stay in the journal.
      await this.remove(storageId, names).catch(() => {})
      throw error
    }
  }

  async #removeAll (names: readonly string[]): Promise<void> {
    for (let at = 0; at < names.length; at += PARALLEL_DELETES) {
      await Promise.all(names.slice(at, at + PARALLEL_DELETES).map(async (name) => { await this.store.delete(name) }))
    }
  }
}

/** The metadata of a picture; null for other files, and for pictures that sharp cannot read. */
async function aboutOf (path: string, mediaType: string): Promise<Metadata | null> {
  return mediaType.startsWith('image/') ? await metadataOf(path) : null
}

function thumbnailParts (
  storageId: string, thumbnails: Record<ThumbnailType, FileSource>
): Array<[string, FileSource]> {
  return THUMBNAIL_TYPES.map((type) => [thumbnailName(type, storageId), thumbnails[type]])
}

/** The extension, or null if it cannot be part of a file name, which can happen when validation is disabled. */
function storable (extension: string | null): string | null {
  return extension !== null && isPlainExtension(extension) ? extension : null
}

/**
 * Checks media type and extension; the message about the media type comes first (docs/contract/files.md §4), and says
 * of an empty file that it is empty.
 * @returns no messages when the file is accepted. `commands`: what the operator can run to allow such files.
 */
function refusal (
  sourceName: string, mediaType: string, extension: string | null,
  mediaTypes: readonly string[], extensions: readonly string[]
): { messages: string[], commands: string[] } {
  const found: Array<[problem: string, setting?: string]> = []
  const isEmpty = mediaType === EMPTY_TYPE
  if (!mediaTypes.includes(mediaType)) {
    found.push(isEmpty ? ['The file is empty.'] : [cannotStore(`media type "${mediaType}"`), `mediaTypes --add ${mediaType}`])
  }
  if (extension === null ? !isEmpty : !extensions.includes(extension)) {
    // Clients choose extensions, so a command must contain nothing that a shell would interpret.
    const isPlain = extension !== null && ALLOWABLE_EXTENSION.test(extension)
    found.push([
      cannotStore(`resolved extension "${extension ?? ''}"`),
      isPlain ? `fileExtensions --add ${extension}` : 'acceptAnyFile true'
    ])
  }
  return {
    messages: found.map(([problem]) => `Error validating "${sourceName}". ${problem}`),
    commands: found.flatMap(([, setting]) => setting === undefined ? [] : `vitrine setting set ${setting}`)
  }
}

function cannotStore (what: string): string {
  return `Cannot store files with the ${what}.`
}
