import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'

/** Buffer size. */
const BUFFER_CHARACTERS = 64 * 1024

/** A list of lines in a new file instead of in memory. */
export class LinesOnDisk {
  #pending = ''

  private constructor (readonly file: string, readonly handle: FileHandle) {}

  static async open (file: string): Promise<LinesOnDisk> {
    return new LinesOnDisk(file, await open(file, 'wx', 0o600))
  }

  async add (line: string): Promise<void> {
    this.#pending += `${line}\n`
    if (this.#pending.length >= BUFFER_CHARACTERS) await this.write()
  }

  /** All lines added so far. */
  async * all (): AsyncGenerator<string, undefined> {
    await this.write()
    yield * createInterface({ input: createReadStream(this.file), crlfDelay: Infinity })
    return undefined
  }

  /** Writes to the file what is only in the buffer. */
  async write (): Promise<void> {
    const text = this.#pending
    this.#pending = ''
    if (text !== '') await this.handle.appendFile(text)
  }

  async close (): Promise<void> {
    await this.handle.close()
  }
}
