import { open } from 'node:fs/promises'

/**
 * Flushes a file or folder from the system's cache to the disk: a new file survives a power failure only if its folder
 * is flushed, too. @returns its size in bytes.
 */
export async function flush (target: string): Promise<number> {
  const handle = await open(target)
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}
