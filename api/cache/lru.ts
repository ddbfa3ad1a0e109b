import { LRUCache } from 'lru-cache'

/** Rough size in bytes of a cached value besides its content: key, map entry, wrapper objects. */
export const ENTRY_BYTES = 400

/** How often a value was found in the cache or had to be made, and the number and size of cached values. */
export interface CacheFigures { hits: number, misses: number, entries: number, bytes: number }

/** A value that other cached values may refer to. Only such values can prevent their eviction. */
export interface Shared {
  readonly size: number
  /** Called when it is evicted or replaced. @returns true if others refer to it, so that it still takes memory. */
  leave (): boolean
}

/** Entries with keys of their own in a cache that several parts of the program share. */
export interface LruPart<V> {
  get (key: string): V | undefined
  /** @param size a whole number of bytes, at least 1. */
  set (key: string, value: V, size: number): void
}

/** Work in progress: concurrent callers with the same key share it. */
export class InFlight<K> {
  readonly #works = new Map<K, Promise<unknown>>()

  has (key: K): boolean {
    return this.#works.has(key)
  }

  /** Joins the work with this key, or begins it. */
  async share<V> (key: K, begin: () => Promise<V>): Promise<V> {
    const present = this.#works.get(key)
    if (present !== undefined) return await present as V
    const work = begin()
    this.#works.set(key, work)
    try {
      return await work
    } finally {
      this.#works.delete(key)
    }
  }
}

/**
 * An LRU cache, bounded by the total bytes of its values. A value larger than a quarter of the limit is not cached. A
 * value that others refer to stays until these are evicted, because it takes memory that must be counted.
 */
export class Lru extends LRUCache<string, object> {
  /** How often a value was found, and how often it had to be made, as counted by those who use the cache. */
  hits = 0
  misses = 0
  /** Values that are being made. */
  readonly making = new InFlight<string>()
  /** Removed values that others refer to, to be added again after the current change. */
  readonly #staying: Array<readonly [key: string, value: Shared]>

  constructor (bytes: number) {
    // In lru-cache, 0 means no limit.
    const maxSize = Math.max(1, Math.floor(bytes))
    const staying: Array<readonly [key: string, value: Shared]> = []
    let replaced = 0
    super({
      maxSize,
      maxEntrySize: Math.max(1, Math.floor(maxSize / 4)),
      dispose: (value, key, reason) => {
        if ((value as Partial<Shared>).leave?.() !== true) return
        staying.push([reason === 'evict' ? key : `replaced ${++replaced}`, value as Shared])
      }
    })
    this.#staying = staying
  }

  get figures (): CacheFigures {
    return { hits: this.hits, misses: this.misses, entries: this.size, bytes: this.calculatedSize }
  }

  /** Caches a value. @param size a whole number of bytes, at least 1. */
  add (key: string, value: object, size: number): void {
    this.set(key, value, { size })
    // lru-cache does not add values that are too large.
    if (this.peek(key) !== value) (value as Partial<Shared>).leave?.()
    for (let left = this.size; left > 0 && this.#staying.length > 0; left--) {
      const [key, value] = this.#staying.pop()!
      this.set(key, value, { size: value.size })
    }
    this.#staying.length = 0
  }

  /** The entries whose keys begin with a name. */
  part<V extends object> (name: string): LruPart<V> {
    return {
      get: (key) => this.get(`${name} ${key}`) as V | undefined,
      set: (key, value, size) => { this.add(`${name} ${key}`, value, size) }
    }
  }
}
