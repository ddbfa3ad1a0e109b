import { open, type FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'

/**
 * Bytes after which a large file is flushed to the disk. The disk takes what all programs write in order: whoever waits
 * for a commit meanwhile would wait for hundreds of megabytes that came before.
 */
const FLUSH_STEP = 8 * 1024 * 1024

/** A stream into a new file that only its owner can read, flushed step by step and at the end. */
export async function steadyFile (path: string): Promise<Writable> {
  const file: FileHandle = await open(path, 'wx', 0o600)
  let unflushed = 0
  async function write (chunk: Buffer): Promise<void> {
    await file.writeFile(chunk)
    unflushed += chunk.length
    if (unflushed < FLUSH_STEP) return
    unflushed = 0
    await file.datasync()
  }
  const told = (work: Promise<void>, next: (error?: Error | null) => void): void => {
    work.then(() => { next() }, next)
  }
  return new Writable({
    write (chunk: Buffer, _encoding, next) { told(write(chunk), next) },
    final (next) { told(file.sync(), next) },
    destroy (error, next) { told(file.close(), (failure) => { next(error ?? failure ?? null) }) }
  })
}
