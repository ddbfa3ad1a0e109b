import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { purifyHtml } from '../files/html/purify.js'
import { IngestError } from '../files/ingest-error.js'
import type { Ingester, IngestedMedia } from '../files/ingesters/ingester.js'
import { createIngesters, type IngesterRegistry } from '../files/ingesters/registry.js'
import { MediaFiles, type MediaFileNames, type StoredAsset } from '../files/media-files.js'
import type { StoredFile } from '../files/names.js'
import { RemoteFetch } from '../files/remote/remote-fetch.js'
import { defaultFilesSettings, type FilesSettings } from '../files/settings.js'
import { openFileStore } from '../files/stores/open.js'
import type { FileStore } from '../files/stores/file-store.js'
import type { Payload, Upload } from './call.js'
import { ValidationError } from './errors.js'
import type { Installation } from './installation.js'
import { toFlag } from './numbers.js'
import type { Settings } from './settings.js'

export type { IngestedMedia, MediaFileNames }

/** The room `files/` as the API uses it: its refusals are the API's, its settings the installation's. */
export class FileServices {
  readonly #ingesters: IngesterRegistry
  readonly #fetch: RemoteFetch
  readonly #files: MediaFiles
  readonly #installation: Installation
  readonly #settings: FilesSettings
  #purifies = true

  private constructor (readonly store: FileStore, settings: FilesSettings, installation: Installation, added: readonly Ingester[]) {
    this.#settings = settings
    this.#installation = installation
    this.#ingesters = createIngesters(added)
    this.#fetch = new RemoteFetch(settings)
    this.#files = new MediaFiles(store, settings)
  }

  /** Files are kept in `files/` of the data folder, and pass through `tmp/` there. */
  static async open (settings: Settings, installation: Installation, ingesters: readonly Ingester[] = []): Promise<FileServices> {
    const { data, allowPrivateAddresses, remoteTimeout, remoteLimit, filesAddress } = settings
    const temporaryFolder = path.join(data, 'tmp')
    await mkdir(temporaryFolder, { recursive: true })
    const all: FilesSettings = {
      ...defaultFilesSettings,
      folder: path.join(data, 'files'),
      temporaryFolder,
      allowPrivateAddresses,
      remoteTimeout,
      remoteLimit,
      publicAddress: filesAddress === '' ? null : filesAddress
    }
    return new FileServices(await openFileStore(all), all, installation, ingesters)
  }

  /** What may be stored is for the installation to say, and may change while the program runs (contract/files.md §4, §7). */
  async #refresh (): Promise<void> {
    const list = async (name: string): Promise<string[]> => {
      const given = await this.#installation.get(name)
      return Array.isArray(given) ? given.filter((one) => typeof one === 'string') : []
    }
    this.#settings.mediaTypes = await list('media_type_whitelist')
    this.#settings.extensions = await list('extension_whitelist')
    this.#settings.disableFileValidation = toFlag(await this.#installation.get('disable_file_validation'))
    this.#purifies = toFlag(await this.#installation.get('use_htmlpurifier'))
  }

  /** The renderer of an ingester's media; undefined when there is no such ingester. */
  rendererOf (ingester: string): string | undefined {
    return this.#ingesters.get(ingester)?.renderer
  }

  /**
   * Takes in what a media payload names (contract/files.md §6).
   *
   * @param used the uploads of the request that are taken already; grows.
   * @throws ValidationError
   */
  async ingest (ingester: string, payload: Payload, uploads: readonly Upload[], used: Set<Upload>): Promise<IngestedMedia> {
    await this.#refresh()
    return await refusing(this.#ingesters.get(ingester)!.ingest(payload, {
      uploads, used: used as Set<IngestUpload>, files: this.#files, fetch: this.#fetch, purify: this.purify
    }))
  }

  /** What an update changes of `data`; undefined when it stays. @throws ValidationError */
  async updateData (stored: { ingester: string, source: string | null, data: unknown }, payload: Payload): Promise<unknown> {
    await this.#refresh()
    const update = await refusing(Promise.resolve(this.#ingesters.get(stored.ingester)?.update?.(payload, stored, { fetch: this.#fetch, purify: this.purify }) ?? null))
    return update?.data
  }

  /** HTML made harmless, unless the installation says not to (setting `use_htmlpurifier`). */
  readonly purify = (html: string): string => this.#purifies ? purifyHtml(html) : html

  async removeMedia (media: { storageId: string | null } & Omit<MediaFileNames, 'storageId'>): Promise<void> {
    if (media.storageId !== null) await this.#files.removeMedia({ ...media, storageId: media.storageId })
  }

  /** @throws ValidationError */
  async storeAsset (upload: Upload): Promise<StoredAsset> {
    return await refusing(this.#files.storeAsset(upload.path, upload.filename))
  }

  async removeAsset (file: StoredFile): Promise<void> {
    await this.#files.removeAsset(file)
  }

  textOf (ingester: string, data: unknown): string {
    return this.#ingesters.get(ingester)?.text?.(data) ?? ''
  }
}

type IngestUpload = Parameters<Ingester['ingest']>[1]['uploads'][number]

async function refusing<T> (work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof IngestError ? new ValidationError(error.errors) : error
  }
}
