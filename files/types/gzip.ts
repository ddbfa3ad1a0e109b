import { open } from 'node:fs/promises'

/** Whether a file starts with gzip's two magic bytes (RFC 1952 §2.3.1). */
export async function isGzip (file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1F8B
  } finally {
    await handle.close()
  }
}
