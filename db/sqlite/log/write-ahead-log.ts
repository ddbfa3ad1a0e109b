import { open, type FileHandle } from 'node:fs/promises'

const HEADER = 32
const FRAME_HEADER = 24

/** First four bytes of a log; the last bit is the byte order of the checksums. */
const MAGIC = 0x377f0682

/** The pages of a database that are in its write-ahead log, by number, and the number of pages in the database. */
export interface LoggedPages { numbers: ReadonlySet<number>, pageCount: number }

/**
 * The committed pages in the write-ahead log of a database; undefined if there are none. They take precedence over
 * pages in the database file, into which they may have been copied only partly, for example because the disk was full
 * (https://www.sqlite.org/fileformat.html, 4).
 */
export async function loggedPages (database: string): Promise<LoggedPages | undefined> {
  let file
  try {
    file = await open(`${database}-wal`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return await committedPages(file)
  } finally {
    await file.close()
  }
}

async function committedPages (file: FileHandle): Promise<LoggedPages | undefined> {
  const header = Buffer.alloc(HEADER)
  const { bytesRead } = await file.read(header, 0, HEADER, 0)
  if (bytesRead < HEADER || (header.readUInt32BE(0) & ~1) !== MAGIC) return undefined
  const pageSize = header.readUInt32BE(8)
  const salt = header.subarray(16, 24)
  const { size } = await file.stat()
  const frame = Buffer.alloc(FRAME_HEADER)
  const numbers = new Set<number>()
  let pageCount = 0
  let uncommitted: number[] = []
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= size; at += FRAME_HEADER + pageSize) {
    await file.read(frame, 0, FRAME_HEADER, at)
    // The remaining frames are left over from before the log was reset.
    if (!frame.subarray(8, 16).equals(salt)) break
    uncommitted.push(frame.readUInt32BE(0))
    const pagesAfterCommit = frame.readUInt32BE(4)
    if (pagesAfterCommit === 0) continue
    for (const number of uncommitted) numbers.add(number)
    uncommitted = []
    pageCount = pagesAfterCommit
  }
  return pageCount === 0 ? undefined : { numbers, pageCount }
}
