import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'

/** Size of a disk block: smaller files take one, too. */
const BLOCK_BYTES = 4096

interface CachedFile { path: string, uses: number, isDropped: boolean }

/** A file that is being created. */
interface Making {
  promise: Promise<CachedFile>
  /** Number of callers that wait for it. */
  waiting: number
  /** Aborted when the last caller has stopped waiting. */
  abandoned: AbortController
}

/** @param path to write to. @param signal aborted when no caller waits for the file any more. */
type Make = (path: string, signal: AbortSignal) => Promise<void>

/**
 * A cache of files in a folder, limited in bytes; the least recently used file is evicted first. An evicted file is
 * deleted only when no caller uses it. Starts empty: the folder belongs to this process.
 */
export class FileCache {
  /** Capacity in bytes. */
  readonly limit: number
  readonly #files: LRUCache<string, CachedFile>
  readonly #making = new Map<string, Making>()
  #count = 0

  /** @param folder need not exist. @param bytes capacity. */
  constructor (private readonly folder: string, bytes: number) {
    this.limit = bytes
    this.#files = new LRUCache({ maxSize: bytes, dispose: (file) => { drop(file) } })
  }

  /** Bytes of the cached files. */
  get size (): number {
    return this.#files.calculatedSize
  }

  /**
   * Calls `use` with a cached file, which cannot be deleted meanwhile. Concurrent callers wait for the same `make`.
   * @param make writes the file to a path, if it is not cached.
   * @param signal ends the wait for a file that is being created.
   * @throws its reason.
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

  async #hold (key: string, make: Make, signal?: AbortSignal): Promise<CachedFile> {
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
      // All other callers gave up, so `make` was aborted: try again when it has ended.
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

  async #wait (key: string, making: Making, signal?: AbortSignal): Promise<CachedFile> {
    return await new Promise((resolve, reject) => {
      const leave = (): void => {
        // Once the file is created, its uses are counted instead.
        if (this.#making.get(key) !== making) return
        making.waiting--
        if (making.waiting === 0) making.abandoned.abort(signal!.reason)
        reject(signal!.reason)
      }
      signal?.addEventListener('abort', leave)
      making.promise.finally(() => { signal?.removeEventListener('abort', leave) }).then(resolve, reject)
    })
  }

  async #make (key: string, make: (path: string) => Promise<void>): Promise<CachedFile> {
    const file = { path: path.join(this.folder, (this.#count++).toString(36)), uses: 0, isDropped: false }
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 })
      await make(file.path)
      const { size } = await stat(file.path)
      // Counted before the cache may evict it.
      file.uses = this.#making.get(key)!.waiting
      this.#files.set(key, file, { size: Math.ceil((size + 1) / BLOCK_BYTES) * BLOCK_BYTES })
      // A file larger than the whole cache is not cached; only the waiting callers use it.
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

/** Deletes the file once no caller uses it. */
function drop (file: CachedFile): void {
  file.isDropped = true
  if (file.uses === 0) rm(file.path, { force: true }).catch(() => {})
}
