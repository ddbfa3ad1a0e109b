import { createWriteStream, type WriteStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { makeFolder } from '../../../../make-folder.js'
import { Measured } from '../../pipeline/measured.js'
import type { Part } from './metadata.js'

const FILE_MODE = 0o600
/** File mode in zip archives, which includes the type "regular file". */
const ENTRY_MODE = 0o100600

/** A sink for files, which are written one after the other. */
export interface Container {
  put (name: string, source: Readable): Promise<Part>
  end? (): Promise<void>
  /** Call it instead of `end` when something has failed. */
  abort? (): void
}

export class FolderContainer implements Container {
  constructor (readonly folder: string) {}

  async put (name: string, source: Readable): Promise<Part> {
    const target = path.join(this.folder, name)
    makeFolder(path.dirname(target))
    const measured = new Measured()
    await pipeline(source, measured, createWriteStream(target, { flags: 'wx', mode: FILE_MODE }))
    return { name, ...measured.result }
  }
}

export class ZipContainer implements Container {
  readonly #zip = new ZipFile()
  readonly #output: WriteStream
  readonly #written: Promise<void>

  /** @param moment modification time of all files in the archive. */
  constructor (file: string, private readonly moment: Date) {
    this.#output = createWriteStream(file, { flags: 'wx', mode: FILE_MODE })
    this.#zip.on('error', (error: Error) => { this.#output.destroy(error) })
    this.#written = pipeline(this.#zip.outputStream, this.#output)
    // `put` or `end` report the error; this promise must not count as unhandled.
    this.#written.catch(() => {})
  }

  async put (name: string, source: Readable): Promise<Part> {
    const measured = new Measured()
    // Pictures, audio and video are already compressed.
    const compress = /\.(?:ndjson|json|txt|html?|xml|svg|csv|tiff?|bmp|wav)$/i.test(name)
    this.#zip.addReadStream(measured, name, { mtime: this.moment, mode: ENTRY_MODE, compress })
    try {
      await Promise.race([pipeline(source, measured), this.#written])
    } finally {
      source.destroy()
    }
    return { name, ...measured.result }
  }

  async end (): Promise<void> {
    this.#zip.end()
    await this.#written
  }

  abort (): void {
    this.#output.destroy()
  }
}
