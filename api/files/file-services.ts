import path from 'node:path'
import { purifyHtml } from '../../files/html/purify.js'
import { IngestError } from '../../files/ingest-error.js'
import type { Ingester, IngestedMedia } from '../../files/ingesters/ingester.js'
import { createIngesters, type IngesterRegistry } from '../../files/ingesters/registry.js'
import { MediaFiles, type GivenFiles, type StoredAsset } from '../../files/media-files.js'
import { assetName, mediaNames, type MediaFile, type StoredFile } from '../../files/types/names.js'
import { ClaimRefusedError } from '../../files/remote/remote-error.js'
import { RemoteFetch, type RemoteLimits } from '../../files/remote/remote-fetch.js'
import { RemotePost } from '../../files/remote/remote-post.js'
import type { FilesSettings } from '../../files/settings.js'
import { openFileStore } from '../../files/stores/open.js'
import type { FileStore } from '../../files/stores/file-store.js'
import { RemovalHold } from '../../files/own/removal-hold.js'
import { WorkFolder } from '../../files/own/work-folder.js'
import { BASE } from '../core/answers/base.js'
import type { Call, Payload, Upload, AfterCommit } from '../core/calls/call.js'
import { ValidationError } from '../core/calls/errors.js'
import { storeSettings } from './files-settings.js'
import { UploadSpace } from './upload-space.js'
import type { CollectionSettings } from '../runtime/settings/collection-settings.js'
import type { Installation } from '../runtime/settings/installation.js'
import { toFlag } from '../core/calls/given.js'
import { withoutTrailingSlashes } from '../core/text/trailing-slashes.js'
import type { Settings } from '../runtime/settings/settings.js'

export type { IngestedMedia }

/** The columns of a media that describe its file. `storageId` is null for a media without a file. */
type MediaFileColumns = Omit<MediaFile, 'storageId'> & { storageId: string | null }

/** Returns the given file names that a row refers to. */
type NamedFiles = (names: readonly string[]) => Promise<ReadonlySet<string>>

/** Connects the API with `files/`: turns its errors into ValidationErrors and applies the installation's settings. */
export class FileServices {
  readonly #settings: FilesSettings
  readonly #ingesters: IngesterRegistry
  readonly #fetch: RemoteFetch
  readonly #files: MediaFiles
  /** Sends requests to URLs that users have chosen. */
  readonly posts: RemotePost
  readonly uploadSpace: UploadSpace
  /** Whether other nodes may use the same store; each of them has a `tmp/` of its own. */
  readonly isShared: boolean
  /** Public URL of the stored files, which another server serves; null when Vitrine does. */
  readonly publicAddress: string | null
  #purifies = true

  private constructor (
    readonly store: FileStore,
    readonly work: WorkFolder,
    settings: Settings,
    private readonly installation: Installation,
    private readonly collectionSettings: CollectionSettings,
    added: readonly Ingester[],
    private readonly hold: RemovalHold
  ) {
    this.#settings = { ...settings, temporaryFolder: work.temporary }
    this.#ingesters = createIngesters(added)
    this.#fetch = new RemoteFetch(this.#settings)
    this.#files = new MediaFiles(store, this.#settings, work)
    this.posts = new RemotePost(settings.webhookHosts)
    this.uploadSpace = new UploadSpace(settings.uploadSpacePerAccount, settings.uploadSpace)
    this.isShared = settings.s3Endpoint !== ''
    this.publicAddress = settings.filesAddress === '' ? null : withoutTrailingSlashes(settings.filesAddress)
  }

  /**
   * Opens the file store (`files/` of the data folder, or a bucket) and the work folder `tmp/`. Deletes what killed
   * processes left in `tmp/`, and the files that they were storing or deleting, unless rows refer to them.
   * @throws SettingsError
   */
  static async open (
    settings: Settings, installation: Installation, collectionSettings: CollectionSettings, namedFiles: NamedFiles,
    ingesters: readonly Ingester[] = []
  ): Promise<FileServices> {
    const tmp = path.resolve(settings.data, 'tmp')
    const stored = storeSettings(settings)
    const work = await WorkFolder.open(tmp)
    const hold = removalHold(settings)
    try {
      const store = await openFileStore(stored, work.temporary)
      await WorkFolder.takeOver(tmp, async (names) => {
        if (names.length > 0 && hold.isHeld) throw new Error('A backup is running: the journal stays for the next start.')
        const named = await namedFiles(names)
        for (const name of names) if (!named.has(name)) await store.delete(name)
      })
      return new FileServices(store, work, settings, installation, collectionSettings, ingesters, hold)
    } catch (error) {
      await work.close()
      throw error
    }
  }

  /** Prefix of the URLs of stored files. */
  get base (): string {
    return this.publicAddress ?? `${BASE}/files`
  }

  /**
   * Loads the installation's settings for accepted files and for HTML (docs/contract/files.md §4, §7). Called when they
   * may have changed, also by another process.
   */
  async refresh (): Promise<void> {
    const { mediaTypes, fileExtensions, acceptAnyFile } = await this.collectionSettings.load()
    Object.assign(this.#settings, { mediaTypes, fileExtensions, acceptAnyFile })
    this.#purifies = toFlag(await this.installation.get('use_htmlpurifier'))
  }

  /** Names of the ingesters. */
  get ingesters (): string[] {
    return [...this.#ingesters.keys()]
  }

  /** The renderer of an ingester's media; undefined when there is no such ingester. */
  rendererOf (ingester: string): string | undefined {
    return this.#ingesters.get(ingester)?.renderer
  }

  /**
   * Runs an ingester on a media payload (docs/contract/files.md §6). Call `keep` or `discardMedia` with the result.
   * @param used uploads of the request that other media have used; the ingester adds its own.
   * @throws ValidationError, TooLargeError, NoRoomError
   */
  async ingest (
    ingester: string, payload: Payload, { actor, uploads = [], onWarning }: Call, used: Set<Upload>
  ): Promise<IngestedMedia> {
    return await this.#fetching(actor.id, async (fetch) =>
      await this.#ingesters.get(ingester)!.ingest(payload, {
        uploads,
        used: used as Set<IngestUpload>,
        files: this.#files.of(String(actor.id)),
        fetch,
        onWarning,
        purify: this.purify
      })
    )
  }

  /** @throws ValidationError when the file is not acceptable for a media. */
  async checkMedia (path: string, filename: string): Promise<void> {
    await refusing(this.#files.checkMedia(path, filename))
  }

  /** Counts fetched temporary files toward the account's upload space until the work is done. */
  async #fetching<T> (account: number | null, work: (fetch: RemoteFetch) => Promise<T>): Promise<T> {
    const space = this.uploadSpace.share(account)
    try {
      return await refusing(work(this.#fetch.claiming(space.claim)))
    } finally {
      space.release()
    }
  }

  /** The new `data` of a media; undefined when the update does not change it. @throws ValidationError */
  async updateData (
    stored: { ingester: string, source: string | null, data: unknown }, payload: Payload
  ): Promise<unknown> {
    const context = { fetch: this.#fetch, purify: this.purify }
    const update = this.#ingesters.get(stored.ingester)?.update?.(payload, stored, context)
    return update === undefined ? undefined : (await refusing(update))?.data
  }

  /** Sanitises HTML, unless the installation says not to (setting `use_htmlpurifier`). @throws ValidationError */
  readonly purify = (html: string): string => {
    try {
      return this.#purifies ? purifyHtml(html) : html
    } catch (error) {
      throw asRefusal(error)
    }
  }

  /** Stores the file of an asset. Call `keep` or `discardAsset` with the result. @throws ValidationError */
  async storeAsset (upload: Upload): Promise<StoredAsset> {
    if (upload.filename === '') throw ValidationError.of('upload', 'No file was uploaded')
    return await refusing(this.#files.storeAsset(upload.path, upload.filename))
  }

  /** Stores the files of a media copied from another installation. Call `keep` or `discardMedia` with the result. */
  async adoptMedia (file: StoredFile, mediaType: string, given: GivenFiles): Promise<MediaFile> {
    return await this.#files.adoptMedia(file, mediaType, given)
  }

  /**
   * Stores the file of an asset copied from another installation. Call `keep` or `discardAsset` with the same file.
   */
  async adoptAsset (file: StoredFile, path: string): Promise<void> {
    await this.#files.adoptAsset(file, path)
  }

  /**
   * Fetches a file from a public URL for `work`, then deletes it.
   * @throws RemoteError when it cannot be fetched; NoRoomError
   */
  async withFetched<T> (address: string, work: (path: string) => Promise<T>, limits: RemoteLimits = {}): Promise<T> {
    return await this.#fetching(null, async (fetch) => {
      const file = await fetch.download(address, limits)
      try {
        return await work(file.path)
      } finally {
        await file.remove()
      }
    })
  }

  /** Confirms that the row that refers to the stored file is committed. */
  async keep ({ storageId }: { storageId: string | null }): Promise<void> {
    if (storageId !== null) await this.#files.keep(storageId)
  }

  /** Deletes the files stored for a media whose row was not committed. */
  async discardMedia (media: MediaFileColumns): Promise<void> {
    if (isStored(media)) await leftForLater(this.#files.remove(media.storageId, mediaNames(media)))
  }

  /** Deletes the file stored for an asset whose row was not committed. */
  async discardAsset (asset: StoredFile): Promise<void> {
    await leftForLater(this.#files.remove(asset.storageId, [assetName(asset)]))
  }

  /**
   * Enters in the journal that the files of these media are to be deleted. Call it before the deletion of their rows
   * is committed; it returns the function that deletes the files afterwards.
   */
  async removalOfMedia (media: readonly MediaFileColumns[]): Promise<AfterCommit | undefined> {
    return await this.removalOf(media.filter(isStored).flatMap(mediaNames))
  }

  /** Like `removalOfMedia`, for the file of an asset. */
  async removalOfAsset (asset: StoredFile): Promise<AfterCommit | undefined> {
    return await this.removalOf([assetName(asset)])
  }

  /** Like `removalOfMedia`, for files by their names. */
  async removalOf (names: readonly string[]): Promise<AfterCommit | undefined> {
    if (names.length === 0) return undefined
    const remove = await this.#files.removal(names)
    return async () => { await leftForLater(this.hold.remove(remove)) }
  }

  /** Fetches a JSON document from a public URL. @throws RemoteError */
  async fetchJson (address: string): Promise<unknown> {
    return await this.#fetch.json(address)
  }

  textOf (ingester: string, data: unknown): string {
    return this.#ingesters.get(ingester)?.text?.(data) ?? ''
  }

  async close (): Promise<void> {
    this.hold.close()
    await this.store.close()
    await this.work.close()
  }
}

/** The lock by which a backup of a data folder defers the removal of its files. */
export function removalHold ({ data }: Pick<Settings, 'data'>): RemovalHold {
  return new RemovalHold(path.resolve(data, 'backup.lock'))
}

type IngestUpload = Parameters<Ingester['ingest']>[1]['uploads'][number]

function isStored (media: MediaFileColumns): media is MediaFile {
  return media.storageId !== null
}

async function refusing<T> (work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw asRefusal(error)
  }
}

function asRefusal (error: unknown): unknown {
  if (error instanceof ClaimRefusedError) return error.cause
  return error instanceof IngestError ? new ValidationError(error.errors) : error
}

/**
 * A file that cannot be deleted stays in the journal until the next start; the request must not fail because of it.
 */
async function leftForLater (removal: Promise<void>): Promise<void> {
  await removal.catch(() => {})
}
