import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { S3mini, S3ServiceError } from 's3mini'
import { contentType } from '../content-type.js'
import { isFileName } from '../names.js'
import type { S3Settings } from '../settings.js'
import { FileNotFoundError, type ByteRange, type FileSource, type FileStore } from './file-store.js'

/** Larger files are sent in parts, of which a handful are in memory at a time. */
const PART = 8 * 1024 * 1024

/** Names asked for at once; the most S3 gives. */
const PAGE = 1000

/** A bucket of an S3-compatible object storage. An object appears in it when it is whole: S3's own promise. */
export class S3Store implements FileStore {
  readonly #bucket: S3mini

  constructor (settings: S3Settings, readonly publicAddress: string | null = null, readonly temporaryFolder: string = os.tmpdir()) {
    const { endpoint, region, accessKeyId, secretAccessKey } = settings
    this.#bucket = new S3mini({ endpoint, region, accessKeyId, secretAccessKey, minPartSize: PART })
  }

  async put (name: string, source: FileSource): Promise<{ size: number }> {
    if (!isFileName(name)) throw new TypeError(`${name} is not a name of a stored file.`)
    if (Buffer.isBuffer(source)) return await this.#send(name, source, source.length)
    if (typeof source === 'string') return await this.#sendFile(name, source)
    // S3 wants the length before the bytes, and a stream that breaks off must leave nothing: it is taken in whole first.
    const folder = await mkdtemp(path.join(this.temporaryFolder, 'put-'))
    try {
      const file = path.join(folder, 'file')
      await pipeline(source, createWriteStream(file))
      return await this.#sendFile(name, file)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async get (name: string, range?: ByteRange): Promise<Readable> {
    if (!isFileName(name)) throw new FileNotFoundError(name)
    try {
      const response = range === undefined
        ? await this.#bucket.getObjectRaw(name)
        : await this.#bucket.getObjectRaw(name, false, range.start, range.end === undefined ? undefined : range.end + 1)
      return response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as ReadableStream)
    } catch (error) {
      if (error instanceof S3ServiceError && error.status === 404) throw new FileNotFoundError(name)
      throw error
    }
  }

  async stat (name: string): Promise<{ size: number, modified: Date } | null> {
    if (!isFileName(name)) return null
    // Names are listed in order, so the name itself comes before every longer one.
    const page = await this.#bucket.listObjectsPaged('/', name, 1)
    const found = page?.objects?.[0]
    return found?.Key === name ? { size: Number(found.Size), modified: new Date(found.LastModified) } : null
  }

  async delete (name: string): Promise<void> {
    if (isFileName(name)) await this.#bucket.deleteObject(name)
  }

  async * list (prefix: string): AsyncIterable<string> {
    let token: string | undefined
    do {
      const page = await this.#bucket.listObjectsPaged('/', prefix, PAGE, token)
      for (const { Key } of page?.objects ?? []) if (isFileName(Key)) yield Key
      token = page?.nextContinuationToken
    } while (token !== undefined)
  }

  address (name: string): string | null {
    return this.publicAddress === null ? null : `${this.publicAddress}/${name}`
  }

  async #sendFile (name: string, file: string): Promise<{ size: number }> {
    const { size } = await stat(file)
    if (size <= PART) return await this.#send(name, await readFile(file), size)
    return await this.#send(name, Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream, size)
  }

  async #send (name: string, body: Buffer | globalThis.ReadableStream, size: number): Promise<{ size: number }> {
    await this.#bucket.putAnyObject(name, body, contentType(name), undefined, undefined, size)
    return { size }
  }
}
