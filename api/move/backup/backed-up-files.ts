import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../db/query/statements/database.js'
import { FileNotFoundError, type FileStore } from '../../../files/stores/file-store.js'
import { fileOwners, namesOf, type FileOwner } from '../../files/named-files.js'
import { BackupError } from './manifest.js'

/** Parallel `stat` calls, and parallel downloads from a bucket. */
const PARALLEL_STATS = 16
const PARALLEL_DOWNLOADS = 4

/** Attempts to download a file from a bucket, and the first pause between them, which doubles each time. */
const DOWNLOAD_ATTEMPTS = 4
const FIRST_RETRY_MS = 500

/** A stored file that a row names. */
export interface NamedFile { name: string, owner: FileOwner }

export interface FileToBackUp extends NamedFile {
  size: number
  modified: Date
  content: Readable
}

/** The files that rows in a copy of the database name. */
export class BackedUpFiles {
  /**
   * @param isRemote whether the store is a bucket.
   * @param temporary folder for downloads from a bucket: an archive needs the size of a file before its content.
   */
  constructor (
    private readonly database: Database, private readonly store: FileStore, private readonly isRemote: boolean,
    private readonly temporary: string
  ) {}

  /** Number and bytes of the existing files. @param onMissing called for each missing file. */
  async measure (onMissing: (file: NamedFile) => void): Promise<{ number: number, bytes: number, missing: number }> {
    const total = { number: 0, bytes: 0, missing: 0 }
    for await (const { file, found } of this.#found()) {
      if (found === null) {
        total.missing++
        onMissing(file)
      } else {
        total.number++
        total.bytes += found.size
      }
    }
    return total
  }

  /** The existing files. Read each one before requesting the next. */
  async * read (): AsyncIterable<FileToBackUp> {
    const opened = ahead(this.#found(), PARALLEL_DOWNLOADS, async ({ file, found }) => {
      if (found === null) return undefined
      return { ...file, ...found, fetched: this.isRemote ? await this.#fetch(file.name) : undefined }
    })
    for await (const file of opened) {
      if (file === undefined) continue
      const { fetched, ...about } = file
      yield { ...about, content: fetched === undefined ? await this.#get(file.name) : createReadStream(fetched) }
      if (fetched !== undefined) await rm(fetched, { force: true })
    }
  }

  async * #named (): AsyncIterable<NamedFile> {
    for await (const owners of fileOwners(this.database)) {
      for (const owner of owners) for (const name of namesOf(owner)) yield { name, owner }
    }
  }

  #found () {
    return ahead(this.#named(), PARALLEL_STATS, async (file) => ({ file, found: await this.store.stat(file.name) }))
  }

  async #get (name: string): Promise<Readable> {
    try {
      return await this.store.get(name)
    } catch (error) {
      throw error instanceof FileNotFoundError
        ? new BackupError(`The file ${name} was removed while the backup was running, and not by Vitrine.`)
        : error
    }
  }

  /** @returns path of a temporary file. */
  async #fetch (name: string): Promise<string> {
    const target = path.join(this.temporary, randomBytes(12).toString('hex'))
    for (let attempt = 1; ; attempt++) {
      try {
        await pipeline(await this.#get(name), createWriteStream(target, { mode: 0o600 }))
        return target
      } catch (error) {
        if (attempt === DOWNLOAD_ATTEMPTS || error instanceof BackupError) throw error
        await delay(FIRST_RETRY_MS * 2 ** (attempt - 1))
      }
    }
  }
}

/** Maps elements with up to `most` calls of `work` in parallel, and yields the results in order. */
async function * ahead<T, R> (
  elements: AsyncIterable<T>, most: number, work: (element: T) => Promise<R>
): AsyncIterable<R> {
  const running: Array<Promise<R>> = []
  for await (const element of elements) {
    const result = work(element)
    // Only the awaited result reports its error; the others may reject meanwhile without being unhandled.
    result.catch(() => {})
    running.push(result)
    if (running.length >= most) yield await running.shift()!
  }
  while (running.length > 0) yield await running.shift()!
}
