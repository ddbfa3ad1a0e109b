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
import { ahead } from './ahead.js'
import { BackupError } from './backup-error.js'

/** Files whose sizes are asked for, and that are fetched from a bucket, at the same time. */
const ASKED = 16
const FETCHED = 4

/** Attempts to fetch a file from a bucket, and the pause before the second in milliseconds; it doubles. */
const ATTEMPTS = 4
const PAUSE = 500

/** A stored file that a row names. */
export interface NamedFile { name: string, owner: FileOwner }

export interface FileToBackUp extends NamedFile {
  size: number
  modified: Date
  content: Readable
}

/** The files that the rows of a copy of the database name. */
export class BackedUpFiles {
  readonly #database: Database
  readonly #store: FileStore
  readonly #isRemote: boolean
  readonly #temporary: string

  /**
   * @param temporary folder into which files of a bucket are fetched: the size in the archive comes before the content.
   */
  constructor (
    database: Database, store: FileStore, { isRemote, temporary }: { isRemote: boolean, temporary: string }
  ) {
    this.#database = database
    this.#store = store
    this.#isRemote = isRemote
    this.#temporary = temporary
  }

  /** Number and bytes of the files that are there. @param onMissing is told those that are not. */
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

  /** The files that are there, each to be read before the next is asked for. */
  async * read (): AsyncIterable<FileToBackUp> {
    const opened = ahead(this.#found(), FETCHED, async ({ file, found }) => {
      if (found === null) return undefined
      return { ...file, ...found, fetched: this.#isRemote ? await this.#fetch(file.name) : undefined }
    })
    for await (const file of opened) {
      if (file === undefined) continue
      const { fetched, ...about } = file
      yield { ...about, content: fetched === undefined ? await this.#get(file.name) : createReadStream(fetched) }
      if (fetched !== undefined) await rm(fetched, { force: true })
    }
  }

  async * #named (): AsyncIterable<NamedFile> {
    for await (const owners of fileOwners(this.#database)) {
      for (const owner of owners) for (const name of namesOf(owner)) yield { name, owner }
    }
  }

  #found () {
    return ahead(this.#named(), ASKED, async (file) => ({ file, found: await this.#store.stat(file.name) }))
  }

  async #get (name: string): Promise<Readable> {
    try {
      return await this.#store.get(name)
    } catch (error) {
      throw error instanceof FileNotFoundError
        ? new BackupError(`The file ${name} was removed while the backup was running, and not by Vitrine.`)
        : error
    }
  }

  /** @returns path of a temporary file. */
  async #fetch (name: string): Promise<string> {
    const target = path.join(this.#temporary, randomBytes(12).toString('hex'))
    for (let attempt = 1; ; attempt++) {
      try {
        await pipeline(await this.#get(name), createWriteStream(target, { mode: 0o600 }))
        return target
      } catch (error) {
        if (attempt === ATTEMPTS || error instanceof BackupError) throw error
        await delay(PAUSE * 2 ** (attempt - 1))
      }
    }
  }
}
