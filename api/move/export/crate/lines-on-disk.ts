import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'

/** Buffer size. */
const BUFFER_CHARACTERS = 64 * 1024

/** A list on the disk instead of in memory, one JSON value per line. */
export class LinesOnDisk<T> {
  #pending = ''

  private constructor (readonly file: string, readonly handle: FileHandle) {}

  static async open<T> (file: string): Promise<LinesOnDisk<T>> {
    return new LinesOnDisk<T>(file, await open(file, 'wx', 0o600))
  }

  async add (value: T): Promise<void> {
    this.#pending += `${JSON.stringify(value)}\n`
    if (this.#pending.length >= BUFFER_CHARACTERS) await this.#write()
  }

  /** All values added so far. */
  async * all (): AsyncGenerator<T> {
    await this.#write()
    for await (const line of createInterface({ input: createReadStream(this.file), crlfDelay: Infinity })) {
      yield JSON.parse(line) as T
    }
  }

  async close (): Promise<void> {
    await this.handle.close()
  }

  async #write (): Promise<void> {
    const text = this.#pending
    this.#pending = ''
    if (text !== '') await this.handle.appendFile(text)
  }
}
