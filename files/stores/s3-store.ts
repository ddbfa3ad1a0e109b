import { createWriteStream } from 'node:fs'
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import { contentType } from '../content-type.js'
import { isFileName } from '../names.js'
import type { S3Settings } from '../settings.js'
import { awaitReader, FileNotFoundError, type ByteRange, type FileSource, type FileStore } from './file-store.js'

/** Larger files are sent in parts of this size, the smallest that S3 takes. One part is in memory at a time. */
const PART = 5 * 1024 * 1024

/** The most parts that S3 takes for one file. */
const MOST_PARTS = 10_000

/** How often sending a part is tried. The pause in between starts with a second and doubles. */
const ATTEMPTS = 4

/** Names asked for at a time: the most that S3 gives. */
const PAGE = 1000

/** A bucket of an S3-compatible object storage, which guarantees that puts are atomic. */
export class S3Store implements FileStore {
  readonly #bucket: S3mini

  constructor (
    settings: S3Settings, readonly publicAddress: string | null = null, readonly temporaryFolder: string = os.tmpdir()
  ) {
    const { endpoint, region, accessKeyId, secretAccessKey } = settings
    this.#bucket = new S3mini({ endpoint, region, accessKeyId, secretAccessKey })
  }

  async put (name: string, source: FileSource): Promise<{ size: number }> {
    if (!isFileName(name)) throw new TypeError(`${name} is not a name of a stored file.`)
    awaitReader(source)
    if (Buffer.isBuffer(source)) return await this.#send(name, source, source.length)
    if (typeof source === 'string') return await this.#sendFile(name, source)
    // S3 wants the length first, and a stream that breaks off must leave nothing, so it is written to a file before.
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
        : await this.#bucket.getObjectRaw(
          name, false, range.start, range.end === undefined ? undefined : range.end + 1
        )
      return response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as ReadableStream)
    } catch (error) {
      if (error instanceof S3ServiceError && error.status === 404) throw new FileNotFoundError(name)
      throw error
    }
  }

  async stat (name: string): Promise<{ size: number, modified: Date } | null> {
    if (!isFileName(name)) return null
    // A listing is sorted, so the name itself comes before every longer one.
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

  async close (): Promise<void> {}

  async #sendFile (name: string, file: string): Promise<{ size: number }> {
    const { size } = await stat(file)
    if (size <= PART) return await this.#send(name, await readFile(file), size)
    const upload = await this.#bucket.getMultipartUploadId(name, contentType(name))
    try {
      await this.#bucket.completeMultipartUpload(name, upload, await this.#sendParts(name, upload, file, size))
    } catch (error) {
      await this.#bucket.abortMultipartUpload(name, upload).catch(() => {})
      throw error
    }
    return { size }
  }

  /** One part after the other, so that memory does not depend on the size of the file. */
  async #sendParts (name: string, upload: string, file: string, size: number): Promise<Part[]> {
    const parts: Part[] = []
    const handle = await open(file)
    try {
      const buffer = Buffer.allocUnsafeSlow(Math.max(PART, Math.ceil(size / MOST_PARTS)))
      for (let position = 0; position < size; position += buffer.length) {
        const part = buffer.subarray(0, Math.min(buffer.length, size - position))
        for (let read = 0; read < part.length;) {
          const { bytesRead } = await handle.read(part, read, part.length - read, position + read)
          if (bytesRead === 0) throw new Error(`${file} has become shorter.`)
          read += bytesRead
        }
        parts.push(await withRetries(async () => await this.#bucket.uploadPart(name, upload, part, parts.length + 1)))
      }
      return parts
    } finally {
      await handle.close()
    }
  }

  async #send (name: string, body: Buffer, size: number): Promise<{ size: number }> {
    await this.#bucket.putAnyObject(name, body, contentType(name), undefined, undefined, size)
    return { size }
  }
}

type Part = Awaited<ReturnType<S3mini['uploadPart']>>

/** Retries, because one of hundreds of requests may fail. */
async function withRetries<T> (work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await setTimeout(1000 * 2 ** (attempt - 1))
    }
  }
}
