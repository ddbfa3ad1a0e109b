import { Lru } from './lru.js'

/** A part of the memory: bytes that it may take, and takes; undefined: only the limit is known. */
export interface MemoryFigures { part: string, limit: number, bytes: number | undefined }

/** What one thread caches in memory, part by part, each within its limit. */
export class Memory<Part extends string> {
  readonly limits: Readonly<Record<Part, number>>
  readonly #caches = new Map<Part, Lru>()
  readonly #sizes = new Map<string, () => number>()

  /** @param limits bytes that each part may take. */
  constructor (limits: Readonly<Record<Part, number>>) {
    this.limits = limits
  }

  /** The cache of a part, one for all callers, so that together they stay within its limit. */
  lru (part: Part): Lru {
    const present = this.#caches.get(part)
    if (present !== undefined) return present
    const made = new Lru(this.limits[part])
    this.#caches.set(part, made)
    this.watch(part, () => made.bytes)
    return made
  }

  /** For a part that bounds itself. @param size tells how many bytes it takes. */
  watch (part: Part, size: () => number): void {
    this.#sizes.set(part, size)
  }

  /** The parts that may take anything. */
  get figures (): MemoryFigures[] {
    return Object.entries<number>(this.limits)
      .filter(([, limit]) => limit > 0)
      .map(([part, limit]) => ({ part, limit, bytes: this.#sizes.get(part)?.() }))
  }
}
