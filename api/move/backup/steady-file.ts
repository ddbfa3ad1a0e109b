import { open, type FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'

/**
 * A large file is flushed after each such step. The disk writes in the order of requests, so a commit would otherwise
 * wait for hundreds of megabytes that were written before.
 */
const FLUSH_STEP_BYTES = 8 * 1024 * 1024

/** A stream to a new file that only its owner can read. It is flushed step by step and at the end. */
export async function steadyFile (path: string): Promise<Writable> {
  const file: FileHandle = await open(path, 'wx', 0o600)
  let unflushed = 0
  async function write (chunk: Buffer): Promise<void> {
    await file.writeFile(chunk)
    unflushed += chunk.length
    if (unflushed < FLUSH_STEP_BYTES) return
    unflushed = 0
    await file.datasync()
  }
  const settle = (work: Promise<void>, next: (error?: Error | null) => void): void => {
    work.then(() => { next() }, next)
  }
  return new Writable({
    write (chunk: Buffer, _encoding, next) { settle(write(chunk), next) },
    final (next) { settle(file.sync(), next) },
    destroy (error, next) { settle(file.close(), (failure) => { next(error ?? failure ?? null) }) }
  })
}
