import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import type { Readable } from 'node:stream'

const CHUNK_BYTES = 256 * 1024

/** @param file path of an archive, or `-` for the standard input. @throws when it cannot be opened. */
export async function openArchive (file: string): Promise<Readable> {
  if (file === '-') return process.stdin
  const source = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  await once(source, 'open')
  return source
}

/**
 * Checks that a source is there, unless it is an address. To be called before a collection is opened: an import would
 * create one.
 *
 * @throws the error of the operating system.
 */
export function checkSource (source: string): void {
  if (!/^https?:\/\//i.test(source)) statSync(source)
}
