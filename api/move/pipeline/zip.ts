import { openPromise, type Entry, type ZipFile } from 'yauzl'

/** Repetitive texts compress by a factor of about a hundred; small entries are harmless at any ratio. */
const COMPRESSION_MAX_RATIO = 400
const UNLIMITED_RATIO_MAX_BYTES = 16 * 1024 * 1024

/** Opens an archive whose entries are read one at a time. An entry of another size than declared is an error. */
export async function openZip (file: string): Promise<ZipFile> {
  return await openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
}

/** Whether an entry would become so much larger when it is unpacked that it can only be meant to fill the disk. */
export function isBomb ({ compressedSize, uncompressedSize }: Entry): boolean {
  return uncompressedSize > UNLIMITED_RATIO_MAX_BYTES && uncompressedSize > compressedSize * COMPRESSION_MAX_RATIO
}
