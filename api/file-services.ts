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

export type { IngestedMedia, MediaFileNames }

/** The room `files/` as the API uses it: its refusals are the API's, its settings the installation's. */
export class FileServices {
  readonly #ingesters: IngesterRegistry
  readonly #fetch: RemoteFetch
  readonly #files: MediaFiles
  #purifies = true

  private constructor (readonly store: FileStore, readonly settings: FilesSettings, added: readonly Ingester[]) {
    this.#ingesters = createIngesters(added)
    this.#fetch = new RemoteFetch(settings)
    this.#files = new MediaFiles(store, settings)
  }

  /** @param data folder of the installation; files are kept in `files/` inside. */
  static async open (data: string, settings: Partial<FilesSettings>, ingesters: readonly Ingester[] = []): Promise<FileServices> {
    const all = { ...defaultFilesSettings, folder: path.join(data, 'files'), ...settings }
    return new FileServices(await openFileStore(all), all, ingesters)
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
    return await refusing(this.#ingesters.get(ingester)!.ingest(payload, {
      uploads, used: used as Set<IngestUpload>, files: this.#files, fetch: this.#fetch, purify: this.purify
    }))
  }

  /** What an update changes of `data`; undefined when it stays. @throws ValidationError */
  async updateData (stored: { ingester: string, source: string | null, data: unknown }, payload: Payload): Promise<unknown> {
    const update = await refusing(Promise.resolve(this.#ingesters.get(stored.ingester)?.update?.(payload, stored, { fetch: this.#fetch, purify: this.purify }) ?? null))
    return update?.data
  }

  /** HTML made harmless, unless the installation says not to (setting `use_htmlpurifier`). */
  readonly purify = (html: string): string => this.#purifies ? purifyHtml(html) : html

  setPurifies (purifies: boolean): void {
    this.#purifies = purifies
  }

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

