import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** Bytes before each part, which contain its length. */
const LENGTH_BYTES = 4

/** Writes packed records to a file part by part, because they may not fit into memory. */
export class RecordFile {
  readonly #file: number

  constructor (path: string) {
    this.#file = openSync(path, 'w', 0o600)
  }

  add (part: Buffer): void {
    const head = Buffer.alloc(LENGTH_BYTES)
    head.writeUInt32LE(part.length)
    for (const bytes of [head, part]) {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at)
    }
  }

  close (): void {
    closeSync(this.#file)
  }
}

/**
 * The parts of such a file, in their order. Reading blocks this thread: only imports without other users have such
 * files, and awaiting each read took a tenth of the time in which they write.
 */
export function * partsOf (path: string): Generator<Buffer> {
  const file = openSync(path, 'r')
  try {
    for (let head = next(LENGTH_BYTES); head.length === LENGTH_BYTES; head = next(LENGTH_BYTES)) {
      yield next(head.readUInt32LE())
    }
  } finally {
    closeSync(file)
  }

  function next (length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length)
    let end = 0
    for (let isMore = true; isMore && end < length;) {
      const read = readSync(file, bytes, end, length - end, null)
      isMore = read > 0
      end += read
    }
    return bytes.subarray(0, end)
  }
}
