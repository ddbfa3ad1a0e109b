import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { importName } from '../../../../files/types/names.js'
import { FileNotFoundError } from '../../../../files/stores/file-store.js'
import { NotFoundError } from '../../../core/calls/errors.js'
import type { FileServices } from '../../../files/file-services.js'

/** Extension and size in bytes of an uploaded file. */
interface Wanted { id: string, extension: string, size: number }

/**
 * Uploaded files on the disk of this node. Files of a remote store are fetched once into the temporary folder, and
 * stay until they are removed from the store.
 */
export class LocalCopies {
  readonly #copies = new Map<string, Promise<string>>()

  constructor (private readonly files: FileServices) {}

  /** @throws NotFoundError when the store does not have the file; StoreUnreachableError */
  async pathOf (wanted: Wanted): Promise<string> {
    const { store } = this.files
    const name = importName(wanted)
    const path = store.path(name)
    if (path !== null) {
      if (await store.stat(name) === null) throw missing(wanted)
      return path
    }
    const copy = this.#copies.get(wanted.id) ?? this.#fetch(wanted)
    this.#copies.set(wanted.id, copy)
    return await copy
  }

  async forget (id: string): Promise<void> {
    const copy = this.#copies.get(id)
    this.#copies.delete(id)
    await copy?.then(async (path) => { await rm(path, { force: true }) }, () => {})
  }

  async keepOnly (ids: ReadonlySet<string>): Promise<void> {
    for (const id of this.#copies.keys()) if (!ids.has(id)) await this.forget(id)
  }

  async #fetch (wanted: Wanted): Promise<string> {
    const { store, work } = this.files
    // Readers of tables and RDF depend on the extension.
    const path = `${work.newFile('import')}.${wanted.extension}`
    try {
      await pipeline(await store.get(importName(wanted)), createWriteStream(path, { mode: 0o600 }))
      const { size } = await stat(path)
      if (size !== wanted.size) throw new Error(`Of ${wanted.size} bytes to be imported, the store gave ${size}.`)
      return path
    } catch (error) {
      this.#copies.delete(wanted.id)
      await rm(path, { force: true })
      throw error instanceof FileNotFoundError ? missing(wanted) : error
    }
  }
}

function missing ({ id }: Wanted): NotFoundError {
  return NotFoundError.entity('Upload', id)
}
