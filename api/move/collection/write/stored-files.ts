import { eq } from 'drizzle-orm'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import { asset, media } from '../../../../db/tables/index.js'
import { newStorageId, type MediaFile, type StoredFile } from '../../../../files/types/names.js'
import { RemoteError } from '../../../../files/remote/remote-error.js'
import { checksum } from '../../../../files/types/checksum.js'
import { namelessHint } from '../../../core/answers/addresses.js'
import type { BatchFiles } from '../../pipeline/write-batch.js'
import { SEQUENCES } from '../read/collection-file.js'
import { MissingFileError, type FileContent } from '../read/collection-files.js'
import type { AnyRecord, CollectionRecord, Contents } from '../types/record-types.js'
import { storedMedia } from '../plan/stored-media.js'
import type { Entry } from '../../pipeline/record-map.js'
import type { TransferContext } from './context.js'

const PLAIN_STORAGE_ID = /^[a-z0-9]{1,190}$/

type MediaRecord = CollectionRecord<'media'>
type AssetRecord = CollectionRecord<'assets'>

/** Stores the files of some records before their rows are written. */
export class StoredFiles {
  /** By id of the record in the source; records without files are missing. */
  readonly media = new Map<number, MediaFile>()
  readonly assets = new Map<number, StoredFile>()
  readonly #taken = new Set<string>()

  constructor (readonly context: TransferContext, readonly files: BatchFiles) {}

  /**
   * @throws MissingFileError, RemoteError unless records may be imported without their files; then nothing is stored.
   */
  async store (records: readonly AnyRecord[]): Promise<void> {
    const { map, options: { overwrite = false }, services: { store: { read } } } = this.context
    const { type } = records[0]!
    if (type !== 'media' && type !== 'assets') return
    const withFiles = records.filter((record): record is MediaRecord | AssetRecord => fileOf(record) !== null)
    const entries = await map.load(read, SEQUENCES[type], withFiles.map(({ id }) => id))
    await this.#readTaken(withFiles.flatMap((record) => fileOf(record) ?? []))
    const written = withFiles.filter(({ id, digest }) => overwrite || entries.get(id)?.digest !== digest)
    await this.files.store(written, async (record) => {
      if (record.type === 'media') await this.#storeMedia(record, entries.get(record.id))
      else await this.#storeAsset(record, entries.get(record.id))
    })
  }

  /** Reads which names existing rows use. */
  async #readTaken (files: readonly FileContent[]): Promise<void> {
    const { services: { store: { read } } } = this.context
    const ids = files.map(({ storageId }) => storageId)
    for (const table of [media, asset]) {
      const rows = await read.select({ storageId: table.storageId }).from(table).where(isOneOf(table.storageId, ids))
      for (const { storageId } of rows) if (storageId !== null) this.#taken.add(storageId)
    }
  }

  /** The name under which a file is stored: the source's, unless it is taken. */
  #nameOf ({ storageId, extension }: FileContent): StoredFile {
    const isFree = PLAIN_STORAGE_ID.test(storageId) && !this.#taken.has(storageId)
    const name = isFree ? storageId : newStorageId()
    this.#taken.add(name)
    return { storageId: name, extension }
  }

  async #storeMedia (record: MediaRecord, entry: Entry | undefined): Promise<void> {
    const content = record.content.media!
    const stored = await storedMedia(this.context.services.store.read, content, entry)
    if (stored !== undefined) {
      this.media.set(record.id, stored)
      return
    }
    await this.#orWithout(record, async () => {
      const { files } = this.context
      const name = this.#nameOf(content.file!)
      const thumbnails = content.hasThumbnails ? await files?.thumbnails(content.file!) ?? null : null
      const adopt = async (original: string | null): Promise<void> => {
        const makes = content.hasThumbnails && thumbnails === null && original !== null
        const file = await this.context.services.files.adoptMedia(
          name, content.mediaType ?? '', { original, thumbnails: makes ? 'made' : thumbnails }
        )
        if (!file.hasOriginal && !file.hasThumbnails) return
        this.files.addMedia(file)
        this.media.set(record.id, file)
      }
      if (content.hasOriginal) await this.#withFile('original', content.file!, content, adopt)
      else await adopt(null)
    })
  }

  async #storeAsset (record: AssetRecord, entry: Entry | undefined): Promise<void> {
    const { content } = record
    const stored = await this.#storedAsset(content, entry)
    if (stored !== undefined) {
      this.assets.set(record.id, stored)
      return
    }
    await this.#orWithout(record, async () => {
      const name = this.#nameOf(content.file)
      await this.#withFile('asset', content.file, {}, async (path) => {
        await this.context.services.files.adoptAsset(name, path)
      })
      this.files.addAsset(name)
      this.assets.set(record.id, name)
    })
  }

  async #storedAsset ({ file }: Contents['assets'], entry: Entry | undefined): Promise<StoredFile | undefined> {
    if (entry?.isHere !== true) return undefined
    const [row] = await this.context.services.store.read.select().from(asset).where(eq(asset.id, entry.localId))
    return row !== undefined && row.extension === file.extension ? row : undefined
  }

  /**
   * Calls `use` with the path of a file that comes with the collection or is fetched from the source. @throws
   * MissingFileError
   */
  async #withFile (
    kind: 'original' | 'asset', file: FileContent, expected: { size?: number | null, sha256?: string | null },
    use: (path: string) => Promise<void>
  ): Promise<void> {
    const { files, services } = this.context
    // The check has compared the SHA-256.
    if (files !== undefined) return await use(await files.find(kind, file, { size: expected.size ?? null }))
    if (file.url === null || !/^https?:/.test(file.url)) {
      throw new MissingFileError(`the file ${kind}/${file.name} is not part of the collection${namelessHint(file.url ?? '')}`)
    }
    await services.files.withFetched(file.url, async (path) => {
      const { sha256, size } = await checksum(path)
      const isSame = (expected.sha256 ?? sha256) === sha256 && (expected.size ?? size) === size
      if (!isSame) throw new MissingFileError(`${file.url!} answers another file than the record says`)
      await use(path)
    })
  }

  /**
   * Imports a record without its file if that is allowed: with `continueOnError`, or when no files come with the
   * collection.
   */
  async #orWithout (record: AnyRecord, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const isMissing = error instanceof MissingFileError || error instanceof RemoteError
      const { files, options, checked, report } = this.context
      if (!isMissing || (files !== undefined && options.continueOnError !== true)) throw error
      // The check has already reported it.
      if (checked.withoutFile.has(record.line)) return
      report.problem('error', record, `o:filename: ${error.message}`)
    }
  }
}

function fileOf ({ type, content }: AnyRecord): FileContent | null {
  return type === 'media' ? content.media!.file : type === 'assets' ? content.file : null
}
