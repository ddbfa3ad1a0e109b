import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** What the bytes of a file come to: SHA-256 in 64 hexadecimal characters, and their number. */
export interface Checksum {
  sha256: string
  size: number
}

/** Reads a file once, in pieces, whatever its size. */
export async function checksum (path: string): Promise<Checksum> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { sha256: hash.digest('hex'), size }
}
