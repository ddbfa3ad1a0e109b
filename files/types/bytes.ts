import { open } from 'node:fs/promises'

/** A part of a file; shorter if the file ends before it does. */
export async function bytesOf (path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The magic bytes of gzip (RFC 1952 §2.3.1). */
const GZIP = Buffer.from([0x1F, 0x8B])

/** Whether bytes begin like what is compressed with gzip. */
export function isGzip (bytes: Buffer): boolean {
  return GZIP.equals(bytes.subarray(0, GZIP.length))
}
