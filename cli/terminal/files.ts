import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

const CHUNK_BYTES = 256 * 1024

/** @param file path of an archive, or `-` for the standard input. @throws when it cannot be opened. */
export async function openArchive (file: string): Promise<Readable> {
  if (file === '-') return process.stdin
  const source = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  await once(source, 'open')
  return source
}
