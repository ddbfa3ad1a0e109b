import { closeSync, openSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Bytes before a part: its length. */
const HEAD = 4

/** Writes packed records to a file on disk, of any size, part by part: they may be more than fit into memory. */
export class RecordFile {
  readonly #file: number

  constructor (path: string) {
    this.#file = openSync(path, 'w', 0o600)
  }

  add (part: Buffer): void {
    const head = Buffer.alloc(HEAD)
    head.writeUInt32LE(part.length)
    for (const bytes of [head, part]) {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at)
    }
  }

  close (): void {
    closeSync(this.#file)
  }
}

/** The parts of such a file, in their order. */
export async function * partsOf (path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    for (let head = await next(HEAD); head.length === HEAD; head = await next(HEAD)) {
      yield await next(head.readUInt32LE())
    }
  } finally {
    await file.close()
  }

  async function next (length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length)
    let end = 0
    for (let isMore = true; isMore && end < length;) {
      const { bytesRead } = await file.read(bytes, end, length - end)
      isMore = bytesRead > 0
      end += bytesRead
    }
    return bytes.subarray(0, end)
  }
}
