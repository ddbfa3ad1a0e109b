import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import type { LinesOnDisk } from '../pipeline/lines-on-disk.js'
import { Measured } from '../pipeline/measured.js'
import { CHECKSUMS } from './manifest.js'

/** An entry to write; `content` must have exactly `size` bytes. */
export interface Entry {
  name: string
  size: number
  modified: Date
  content: Readable
}

const CHUNK_BYTES = 256 * 1024

/** Writes an archive entry by entry; memory does not depend on its size. */
export class ArchiveWriter {
  readonly #pack: Pack = pack()
  readonly #written: Promise<void>

  /**
   * @param target receives the archive; ended by `finish`.
   * @param checksums collects a line for each entry.
   * @param options `isCompressed`: with gzip. `signal` aborts.
   */
  constructor (
    target: Writable, private readonly checksums: LinesOnDisk,
    { isCompressed, signal }: { isCompressed: boolean, signal?: AbortSignal }
  ) {
    // Level 1, because most bytes are pictures, which cannot be compressed further.
    const archive = this.#pack as unknown as Readable
    const options = signal === undefined ? {} : { signal }
    this.#written = isCompressed
      ? pipeline(archive, createGzip({ level: 1 }), target, options)
      : pipeline(archive, target, options)
    // The caller of `add` gets the error; this promise must not count as unhandled.
    this.#written.catch(() => {})
  }

  /** @returns the SHA-256 of the content, in hexadecimal. @throws when the content has another size. */
  async add (entry: Entry): Promise<string> {
    const sha256 = await this.#put(entry)
    await this.checksums.add(`${sha256}  ${entry.name}`)
    return sha256
  }

  async #put ({ name, size, modified, content }: Entry): Promise<string> {
    const measured = new Measured()
    const entry = this.#pack.entry({ name, size, mtime: modified, mode: 0o600, uid: 0, gid: 0 })
    try {
      await pipeline(content, measured, entry)
    } catch (error) {
      content.destroy()
      // If the target fails, the entry fails with it: throw the target's error, which has the reason.
      await Promise.race([this.#written, new Promise((resolve) => { setImmediate(resolve) })])
      throw error
    }
    return measured.result.sha256
  }

  async addText (name: string, text: string, modified: Date): Promise<void> {
    const content = Buffer.from(text)
    await this.add({ name, size: content.length, modified, content: Readable.from([content]) })
  }

  async addFile (name: string, path: string): Promise<void> {
    await this.add(await entryOf(name, path))
  }

  /** Adds the checksums and waits until the target has everything. */
  async finish (): Promise<void> {
    await this.checksums.write()
    await this.#put(await entryOf(CHECKSUMS, this.checksums.file))
    this.#pack.finalize()
    await this.#written
  }

  destroy (): void {
    this.#pack.destroy()
  }
}

async function entryOf (name: string, path: string): Promise<Entry> {
  const { size, mtime } = await stat(path)
  return { name, size, modified: mtime, content: createReadStream(path, { highWaterMark: CHUNK_BYTES }) }
}
