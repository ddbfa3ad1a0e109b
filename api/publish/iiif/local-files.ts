import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FileCache } from '../../../files/images/file-cache.js'
import { FileNotFoundError, type FileStore } from '../../../files/stores/file-store.js'
import { NotFoundError } from '../../core/calls/errors.js'

/** Gives local paths for stored files: files in a bucket are downloaded, and the copies cached. */
export class LocalFiles {
  constructor (readonly store: FileStore, readonly cache: FileCache) {}

  /** @throws NotFoundError when there is no such file. */
  async use<T> (name: string, use: (path: string) => Promise<T>): Promise<T> {
    const path = this.store.path(name)
    if (path !== null) return await use(path)
    return await this.cache.use(name, async (copy) => {
      await pipeline(await this.#read(name), createWriteStream(copy, { mode: 0o600 }))
    }, use)
  }

  /** The first bytes of a file. @throws NotFoundError */
  async start (name: string, bytes: number): Promise<Buffer> {
    return await this.#read(name, bytes).then(async (stream) => Buffer.concat(await stream.toArray() as Buffer[]))
  }

  async #read (name: string, bytes?: number) {
    try {
      return await this.store.get(name, bytes === undefined ? undefined : { start: 0, end: bytes - 1 })
    } catch (error) {
      throw error instanceof FileNotFoundError ? new NotFoundError('There is no such file.') : error
    }
  }
}
