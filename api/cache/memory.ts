import type { LRUCache } from 'lru-cache'
import { lru } from './lru.js'
import { ScanResistantCache } from './scan-resistant-cache.js'

/** A part of what a thread keeps in memory: bytes that it may take, and takes; undefined: only the limit is known. */
export interface MemoryFigures { part: string, limit: number, bytes: number | undefined }

/** What one thread keeps in memory, part by part, each within its limit. */
export class Memory<Part extends string> {
  readonly limits: Readonly<Record<Part, number>>
  readonly #caches = new Map<Part, unknown>()
  readonly #sizes = new Map<string, () => number>()

  /** @param limits bytes that each part may take. */
  constructor (limits: Readonly<Record<Part, number>>) {
    this.limits = limits
  }

  /** The cache of a part: the same one for all who ask, so that together they stay within the limit. */
  cache<V extends NonNullable<unknown>> (part: Part): ScanResistantCache<V> {
    return this.#cache(part, (limit) => new ScanResistantCache<V>(limit))
  }

  /** The same for entries some of which are by far more costly to make than others of their size: none is refused. */
  lru<V extends NonNullable<unknown>, K extends string | number = string> (part: Part): LRUCache<K, V> {
    return this.#cache(part, (limit) => lru<V, K>(limit))
  }

  #cache<C extends { calculatedSize: number }> (part: Part, make: (limit: number) => C): C {
    const present = this.#caches.get(part) as C | undefined
    if (present !== undefined) return present
    const made = make(this.limits[part])
    this.#caches.set(part, made)
    this.watch(part, () => made.calculatedSize)
    return made
  }

  /** For a part that bounds itself. @param size tells how many bytes it takes. */
  watch (part: Part, size: () => number): void {
    this.#sizes.set(part, size)
  }

  /** Of the parts that there are; one that may take nothing is not there. */
  get figures (): MemoryFigures[] {
    return Object.entries<number>(this.limits)
      .filter(([, limit]) => limit > 0)
      .map(([part, limit]) => ({ part, limit, bytes: this.#sizes.get(part)?.() }))
  }
}
