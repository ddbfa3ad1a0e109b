import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Checksum and size of a file: SHA-256 in 64 hexadecimal characters, and bytes. */
export interface Checksum {
  sha256: string
  size: number
}

/** Reads the file in chunks, so memory does not depend on its size. */
export async function checksum (path: string): Promise<Checksum> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { sha256: hash.digest('hex'), size }
}
