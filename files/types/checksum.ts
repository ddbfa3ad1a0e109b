import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

/** Checksum and size of a file: SHA-256 in 64 hexadecimal characters, and bytes. */
export interface Checksum {
  sha256: string
  size: number
}

/** @param source the path of a file, or its bytes. They are read in chunks, so memory does not depend on their size. */
export async function checksum (source: string | Readable): Promise<Checksum> {
  const stream = typeof source === 'string' ? createReadStream(source, { highWaterMark: 256 * 1024 }) : source
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { sha256: hash.digest('hex'), size }
}
