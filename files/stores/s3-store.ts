import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import { contentType } from '../types/mime-types.js'
import { isFileName } from '../types/names.js'
import type { S3Settings } from '../settings.js'
import { awaitReader, FileNotFoundError, StoreUnreachableError, type ByteRange, type FileSource, type FileStore } from './file-store.js'

/** Larger files are sent in parts of this size, the smallest that S3 accepts, because four parts are in memory. */
const PART_BYTES = 5 * 1024 * 1024

/** Limit of S3. */
const PARTS_MAX = 10_000

/** Milliseconds after which a bucket that does not answer counts as unreachable at the first start. */
const ANSWER_WAIT_MAX_MS = 15_000

/** Names per list request: the maximum of S3. */
const NAMES_PER_PAGE = 1000

/** Stores files in a bucket of an S3-compatible object storage, whose puts are atomic. */
export class S3Store implements FileStore {
  readonly #bucket: S3mini

  constructor (private readonly settings: S3Settings, readonly temporaryFolder: string = os.tmpdir()) {
    this.#bucket = new S3mini(settings)
  }

  async put (name: string, source: FileSource): Promise<{ size: number }> {
    if (!isFileName(name)) throw new TypeError(`${name} is not a name of a stored file.`)
    awaitReader(source)
    if (Buffer.isBuffer(source)) return await this.#send(name, source, source.length)
    if (typeof source === 'string') return await this.#sendFile(name, source)
    // S3 needs the length first, and a stream that fails must leave nothing, so it is written to a temporary file.
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
    const { start = undefined, end = undefined } = range ?? {}
    try {
      const response = await reaching(async () => start === undefined
        ? await this.#bucket.getObjectRaw(name)
        : await this.#bucket.getObjectRaw(name, false, start, end === undefined ? undefined : end + 1))
      return Readable.from(readingOf(response.body), { objectMode: false })
    } catch (error) {
      throw isMissing(error) ? new FileNotFoundError(name) : error
    }
  }

  async stat (name: string): Promise<{ size: number, modified: Date } | null> {
    if (!isFileName(name)) return null
    // The listing is sorted, so the name itself comes before all longer names.
    const { objects: [found] } = await this.#page(name, 1)
    return found?.Key === name ? { size: Number(found.Size), modified: new Date(found.LastModified) } : null
  }

  /** Whether the name of any file begins with `prefix`. @throws when the bucket cannot be read, or is missing. */
  async hasAny (prefix: string): Promise<boolean> {
    return (await Promise.race([this.#page(prefix, 1), this.#noAnswer()])).objects.length > 0
  }

  async delete (name: string): Promise<void> {
    if (isFileName(name)) await reaching(async () => await this.#bucket.deleteObject(name))
  }

  async * list (prefix: string): AsyncIterable<string> {
    let token: string | undefined
    do {
      const { objects, nextContinuationToken } = await this.#page(prefix, NAMES_PER_PAGE, token)
      for (const { Key } of objects) if (isFileName(Key)) yield Key
      token = nextContinuationToken
    } while (token !== undefined)
  }

  path (): null {
    return null
  }

  async check (): Promise<void> {
    await this.hasAny('original/')
  }

  async close (): Promise<void> {}

  async #page (prefix: string, namesMax: number, token?: string) {
    return await reaching(async () => {
      const page = await this.#bucket.listObjectsPaged('/', prefix, namesMax, token)
      if (page === null || page === undefined) throw new Error('there is no such bucket')
      return { ...page, objects: page.objects ?? [] }
    })
  }

  async #noAnswer (): Promise<never> {
    await setTimeout(ANSWER_WAIT_MAX_MS, undefined, { ref: false })
    throw new Error(`no answer within ${ANSWER_WAIT_MAX_MS / 1000} seconds`)
  }

  async #sendFile (name: string, file: string): Promise<{ size: number }> {
    const { size } = await stat(file)
    return await this.#send(name, await openAsBlob(file), size)
  }

  async #send (name: string, body: Buffer | Blob, size: number): Promise<{ size: number }> {
    const minPartSize = Math.max(PART_BYTES, Math.ceil(size / PARTS_MAX))
    const bucket = new S3mini({ ...this.settings, minPartSize })
    await reaching(async () => {
      const { headers } = await bucket.putAnyObject(name, body, contentType(name), undefined, undefined, size)
      // S3 may refuse the last request of a file in parts with the status 200, and proxies answer 200 with a page.
      if (!headers.has('etag')) throw new Error(`no entity tag of ${name}, so it was not stored`)
    })
    return { size }
  }
}

/** @throws StoreUnreachableError when the bucket does not respond, or not with what it should. */
async function reaching<T> (work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new StoreUnreachableError(error)
  }
}

/** The bytes of a response. @throws StoreUnreachableError when it ends too early */
async function * readingOf (body: ReadableStream | null): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) yield * body
  } catch (error) {
    throw new StoreUnreachableError(error)
  }
}

/** Whether the bucket is there, and has no such file. */
function isMissing (error: unknown): boolean {
  const cause = error instanceof StoreUnreachableError && error.cause
  return cause instanceof S3ServiceError && cause.status === 404 && cause.serviceCode !== 'NoSuchBucket'
}
