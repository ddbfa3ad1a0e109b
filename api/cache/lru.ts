import { LRUCache } from 'lru-cache'

/** Rough size of a cached value besides its content, in bytes: keys, places in maps, objects around it. */
export const ENTRY_BYTES = 400

/** How often something was found in the cache or had to be made, and what the cache holds. */
export interface CacheFigures { hits: number, misses: number, entries: number, bytes: number }

/** A value that other values of the cache refer to. Others are evicted without being asked. */
export interface Shared {
  readonly size: number
  /** Called when it is evicted or replaced. @returns whether others refer to it, so that it still takes memory. */
  leave (): boolean
}

/** Entries with keys of their own in a cache that several parts of the program share. */
export interface LruPart<V> {
  get (key: string): V | undefined
  /** @param size a whole number of bytes, at least 1. */
  set (key: string, value: V, size: number): void
}

/**
 * An LRU cache bounded by the bytes that its values take together. A value larger than a quarter of it is not cached.
 * One that others refer to stays until those are evicted: otherwise memory would be in use that nobody counts.
 */
export class Lru {
  readonly #entries: LRUCache<string, object>
  /** Values to add again after the change that has removed them. */
  readonly #staying: Array<readonly [key: string, value: Shared]> = []
  #isResizing = false
  #replaced = 0

  constructor (bytes: number) {
    // The library takes 0 as no limit.
    const maxSize = Math.max(1, Math.floor(bytes))
    this.#entries = new LRUCache({
      maxSize,
      maxEntrySize: Math.max(1, Math.floor(maxSize / 4)),
      dispose: (value, key, reason) => {
        if (this.#isResizing || (value as Partial<Shared>).leave?.() !== true) return
        this.#staying.push([reason === 'evict' ? key : `replaced ${++this.#replaced}`, value as Shared])
      }
    })
  }

  get size (): number {
    return this.#entries.size
  }

  /** Bytes that the values take together, roughly. */
  get bytes (): number {
    return this.#entries.calculatedSize
  }

  get (key: string): object | undefined {
    return this.#entries.get(key)
  }

  /** Gets a value without moving it to the front. */
  peek (key: string): object | undefined {
    return this.#entries.peek(key)
  }

  has (key: string): boolean {
    return this.#entries.has(key)
  }

  set (key: string, value: object, size: number): void {
    // The library does not look at the size of a value that it has.
    if (this.#entries.peek(key) === value) {
      this.#isResizing = true
      this.#entries.delete(key)
      this.#isResizing = false
    }
    this.#entries.set(key, value, { size })
    // The library does not take what is too large.
    if (this.#entries.peek(key) !== value) (value as Partial<Shared>).leave?.()
    for (let left = this.size; left > 0 && this.#staying.length > 0; left--) {
      const [key, value] = this.#staying.pop()!
      this.#entries.set(key, value, { size: value.size })
    }
    this.#staying.length = 0
  }

  /** The entries whose keys begin with a name. */
  part<V extends object> (name: string): LruPart<V> {
    return {
      get: (key) => this.get(`${name} ${key}`) as V | undefined,
      set: (key, value, size) => { this.set(`${name} ${key}`, value, size) }
    }
  }
}
