import { closeSync, openSync, readSync } from 'node:fs'

/** The first bytes of a file; empty if it cannot be read. */
export function firstBytes (file: string, count = 512): Buffer {
  const bytes = Buffer.alloc(count)
  try {
    const handle = openSync(file, 'r')
    try {
      return bytes.subarray(0, readSync(handle, bytes, 0, count, 0))
    } finally {
      closeSync(handle)
    }
  } catch {
    return bytes.subarray(0, 0)
  }
}
