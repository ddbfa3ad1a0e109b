import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'

/** Repetitive texts compress by a factor of about a hundred; small entries are harmless at any ratio. */
const COMPRESSION_MAX_RATIO = 400
const UNLIMITED_RATIO_MAX_BYTES = 16 * 1024 * 1024

const BLOCK_BYTES = 16 * 1024

/** Reads a file in blocks, because an archive lists its entries in pieces of some dozen bytes. */
class BlockReader extends RandomAccessReader {
  #block = Buffer.alloc(0)
  /** Position of the block in the file. */
  #start = 0

  constructor (private readonly file: string, private readonly handle: FileHandle) {
    super()
  }

  override _readStreamForRange (start: number, end: number): Readable {
    return createReadStream(this.file, { start, end: end - 1 })
  }

  override read (
    target: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void
  ): void {
    const at = position - this.#start
    if (at >= 0 && at + length <= this.#block.length) {
      this.#block.copy(target, offset, at, at + length)
      callback(null)
      return
    }
    this.#load(position, length).then(() => { this.read(target, offset, length, position, callback) }, callback)
  }

  override close (callback: (error: Error | null) => void): void {
    this.handle.close().then(() => { callback(null) }, callback)
  }

  async #load (position: number, length: number): Promise<void> {
    const block = Buffer.alloc(Math.max(length, BLOCK_BYTES))
    const { bytesRead } = await this.handle.read(block, 0, block.length, position)
    if (bytesRead < length) throw new Error('the file ends too early')
    this.#block = block.subarray(0, bytesRead)
    this.#start = position
  }
}

/** Opens an archive whose entries are read one at a time. An entry of another size than declared is an error. */
export async function openZip (file: string): Promise<ZipFile> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
    return await fromRandomAccessReaderPromise(new BlockReader(file, handle), size, options)
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Whether an entry would become so much larger when it is unpacked that it can only be meant to fill the disk. */
export function isBomb ({ compressedSize, uncompressedSize }: Entry): boolean {
  return uncompressedSize > UNLIMITED_RATIO_MAX_BYTES && uncompressedSize > compressedSize * COMPRESSION_MAX_RATIO
}
