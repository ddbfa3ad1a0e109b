import { Lru } from './lru.js'

/** A part of the memory: its limit and its size in bytes; undefined: the size is unknown. */
export interface MemoryFigures { part: string, limit: number, bytes: number | undefined }

/** The caches of one thread, by part, each with a limit of its own. */
export class Memory<Part extends string> {
  readonly limits: Readonly<Record<Part, number>>
  readonly #caches = new Map<Part, Lru>()

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
    return made
  }

  /** Figures of all parts whose limit is not 0. */
  get figures (): MemoryFigures[] {
    return (Object.entries(this.limits) as Array<[Part, number]>)
      .filter(([, limit]) => limit > 0)
      .map(([part, limit]) => ({ part, limit, bytes: this.#caches.get(part)?.bytes }))
  }
}
