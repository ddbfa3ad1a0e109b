import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'

/** Bytes that a disk gives to a file at the least. */
const BLOCK = 4096

interface KeptFile { path: string, uses: number, isDropped: boolean }

/** A file that is being made. */
interface Making {
  promise: Promise<KeptFile>
  /** Number of those who wait for it. */
  waiting: number
  /** Aborted when the last of them has left. */
  abandoned: AbortController
}

/** @param path to write to. @param signal aborted when nobody waits for the file any more. */
type Make = (path: string, signal: AbortSignal) => Promise<void>

/**
 * Files that can be made again, in a folder, up to a number of bytes; those that were not used for longest go first. A
 * file that somebody uses stays until nobody does. It starts empty: the folder belongs to this process.
 */
export class FileCache {
  /** Bytes that are kept at the most. */
  readonly limit: number
  readonly #folder: string
  readonly #files: LRUCache<string, KeptFile>
  readonly #making = new Map<string, Making>()
  #count = 0

  /** @param folder need not exist. @param bytes to keep at the most. */
  constructor (folder: string, bytes: number) {
    this.#folder = folder
    this.limit = bytes
    this.#files = new LRUCache({ maxSize: bytes, dispose: (file) => { drop(file) } })
  }

  /** Bytes of the files that are kept. */
  get size (): number {
    return this.#files.calculatedSize
  }

  /**
   * Uses a file. Who asks for one that is being made waits for it.
   *
   * @param make writes it to the path, if it is not there.
   * @param signal ends the wait for a file that is being made. @throws its reason.
   */
  async use<T> (key: string, make: Make, use: (path: string) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const file = await this.#hold(key, make, signal)
    try {
      return await use(file.path)
    } finally {
      file.uses--
      if (file.isDropped) drop(file)
    }
  }

  async #hold (key: string, make: Make, signal?: AbortSignal): Promise<KeptFile> {
    for (;;) {
      signal?.throwIfAborted()
      const present = this.#files.get(key)
      if (present !== undefined) {
        present.uses++
        return present
      }
      const making = this.#making.get(key) ?? this.#begin(key, make)
      if (!making.abandoned.signal.aborted) {
        making.waiting++
        return await this.#wait(key, making, signal)
      }
      // Others gave it up, so that it may or may not be there when that ends.
      await making.promise.catch(() => {})
    }
  }

  #begin (key: string, make: Make): Making {
    const abandoned = new AbortController()
    const promise = this.#make(key, async (path) => { await make(path, abandoned.signal) })
    const making = { promise, waiting: 0, abandoned }
    this.#making.set(key, making)
    return making
  }

  async #wait (key: string, making: Making, signal?: AbortSignal): Promise<KeptFile> {
    return await new Promise((resolve, reject) => {
      const leave = (): void => {
        // Once it is made, its uses are counted.
        if (this.#making.get(key) !== making) return
        making.waiting--
        if (making.waiting === 0) making.abandoned.abort(signal!.reason)
        reject(signal!.reason)
      }
      signal?.addEventListener('abort', leave)
      making.promise.finally(() => { signal?.removeEventListener('abort', leave) }).then(resolve, reject)
    })
  }

  async #make (key: string, make: (path: string) => Promise<void>): Promise<KeptFile> {
    const file = { path: path.join(this.#folder, (this.#count++).toString(36)), uses: 0, isDropped: false }
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await make(file.path)
      const { size } = await stat(file.path)
      // Counted before anybody may drop it.
      file.uses = this.#making.get(key)!.waiting
      this.#files.set(key, file, { size: Math.ceil((size + 1) / BLOCK) * BLOCK })
      // One that is larger than the whole cache is only for those who wait for it.
      if (this.#files.peek(key) !== file) file.isDropped = true
      return file
    } catch (error) {
      await rm(file.path, { force: true })
      throw error
    } finally {
      this.#making.delete(key)
    }
  }
}

/** Removes the file once nobody uses it. */
function drop (file: KeptFile): void {
  file.isDropped = true
  if (file.uses === 0) rm(file.path, { force: true }).catch(() => {})
}
