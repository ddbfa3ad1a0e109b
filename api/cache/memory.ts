import { Lru } from './lru.js'

/** A part of the memory: its limit and its size in bytes; undefined: the size is unknown. */
export interface MemoryFigures { part: string, limit: number, bytes: number | undefined }

/** The caches of one thread, by part, each with a limit of its own. */
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

  /** Registers a part that limits itself. @param size returns its size in bytes. */
  watch (part: Part, size: () => number): void {
    this.#sizes.set(part, size)
  }

  /** Figures of all parts whose limit is not 0. */
  get figures (): MemoryFigures[] {
    return Object.entries<number>(this.limits)
      .filter(([, limit]) => limit > 0)
      .map(([part, limit]) => ({ part, limit, bytes: this.#sizes.get(part)?.() }))
  }
}
