import { open, stat } from 'node:fs/promises'
import { ImportError } from './problems.js'

/** The first bytes of a file. */
export async function firstBytes (file: string, count: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Flushes a file or folder to the disk. */
export async function flush (file: string): Promise<void> {
  const handle = await open(file)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Runs work that reads a file twice.
 * @param mayBeFolder whether it may also be a folder.
 * @throws ImportError when the path is not a regular file, or the file has changed meanwhile.
 */
export async function readingTwice<T> (file: string, mayBeFolder: boolean, work: () => Promise<T>): Promise<T> {
  const before = await stat(file)
  if (!before.isFile() && !(mayBeFolder && before.isDirectory())) {
    throw new ImportError(`${file} is not a file. It is read twice, so it cannot be a pipe.`)
  }
  const result = await work()
  const after = await stat(file)
  if (after.isFile() !== before.isFile() || after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
    throw new ImportError(`${file} changed while it was read. Run the import again.`)
  }
  return result
}
