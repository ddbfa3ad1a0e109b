import { open } from 'node:fs/promises'

/** Flushes a file or folder to the disk. */
export async function flush (file: string): Promise<void> {
  const handle = await open(file)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
