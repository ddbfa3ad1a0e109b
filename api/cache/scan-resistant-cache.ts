import { LRUCache } from 'lru-cache'
import { FrequencySketch } from './frequency-sketch.js'

interface Entry<V> {
  readonly value: V
  readonly size: number
  /** Number of the request that asked for it last. */
  last: number
}

/** Requests, as a multiple of the entries, after which counts are halved and the window is adapted. */
const PERIOD = 10
const SHORTEST_PERIOD = 160

/** Shares of the cache that the window may have, and by how much it is adapted. */
const SMALLEST_WINDOW = 1 / 16
const LARGEST_WINDOW = 13 / 16
const STEP = 1 / 8
/** Differences of the hit rate that say nothing. */
const NOISE = 0.01

/** How many times as often as what it displaces, and how many times more, something must have been asked for. */
const TIMES = 1.5
const MORE = 1

/** Requests, as a multiple of the entries, after which what nobody has asked for gives way to anything. */
const IDLE = 4

/**
 * A cache bounded by the sizes that its entries are given, which keeps most of what is asked for again although more
 * is asked for in turn than it can hold. An LRU cache would then find nothing: each entry is evicted just before it is
 * asked for. An entry larger than a quarter of it is not kept.
 *
 * This is W-TinyLFU: new entries come into a window, an LRU cache. What falls out of this enters the main part, another
 * one, only if it was asked for more often than what it would displace, or if nobody has asked for that for long. Where
 * recent entries are asked for rather than popular ones, a larger window finds more: it grows as long as that helps.
 */
export class ScanResistantCache<V extends NonNullable<unknown>> {
  readonly #limit: number
  readonly #window: LRUCache<string, Entry<V>>
  readonly #main: LRUCache<string, Entry<V>>
  readonly #frequencies = new FrequencySketch()
  #share = SMALLEST_WINDOW
  #reserved = 0
  #isMoving = false
  #direction = 1
  /** Requests since the start. */
  #clock = 0
  /** Requests and hits since the window was adapted. */
  #requests = 0
  #hits = 0
  #hitRate = 0
  /** Called with what is not kept any more, or not at all. */
  removed: ((value: V) => void) | undefined

  /** @param bytes that the entries may take together. */
  constructor (bytes: number) {
    // The library takes 0 as no limit.
    this.#limit = Math.max(1, Math.floor(bytes))
    const dispose = ({ value }: Entry<V>): void => { if (!this.#isMoving) this.removed?.(value) }
    this.#window = new LRUCache({ maxSize: this.#limit, dispose })
    this.#main = new LRUCache({ maxSize: this.#limit, dispose })
  }

  /** Number of entries. */
  get size (): number {
    return this.#window.size + this.#main.size
  }

  /** Sum of the sizes of the entries, and what is reserved. */
  get calculatedSize (): number {
    return this.#window.calculatedSize + this.#main.calculatedSize + this.#reserved
  }

  /** Has the entries together take so many bytes less, because they keep something else alive that takes them. */
  reserve (bytes: number): void {
    const isMore = bytes > this.#reserved
    this.#reserved = bytes
    if (isMore) this.#evict()
  }

  get (key: string): V | undefined {
    this.#frequencies.add(key, this.size)
    this.#clock++
    this.#requests++
    if (this.#requests >= Math.max(SHORTEST_PERIOD, PERIOD * this.size)) this.#adapt()
    const entry = this.#window.get(key) ?? this.#main.get(key)
    if (entry === undefined) return undefined
    this.#hits++
    entry.last = this.#clock
    return entry.value
  }

  /** The same without taking it for a request. */
  peek (key: string): V | undefined {
    return (this.#window.peek(key) ?? this.#main.peek(key))?.value
  }

  /** @param size a whole number, at least 1. */
  set (key: string, value: V, { size }: { size: number }): void {
    if (size > this.#limit / 4) {
      this.delete(key)
      this.removed?.(value)
      return
    }
    const part = this.#main.has(key) ? this.#main : this.#window
    if (part.peek(key)?.value === value) this.#take(key, part)
    part.set(key, { value, size, last: this.#clock }, { size })
    this.#evict()
  }

  delete (key: string): void {
    this.#window.delete(key)
    this.#main.delete(key)
  }

  get #room (): number {
    return Math.max(0, this.#limit - this.#reserved)
  }

  get #mainLimit (): number {
    return this.#room * (1 - this.#share)
  }

  #evict (): void {
    while (this.#window.calculatedSize > this.#room * this.#share) {
      const { value: key } = this.#window.rkeys().next() as { value: string }
      const entry = this.#window.peek(key)!
      if (this.#isAdmitted(key, entry.size)) {
        this.#take(key, this.#window)
        this.#main.set(key, entry, { size: entry.size })
      } else this.#window.delete(key)
    }
    while (this.#main.calculatedSize > this.#mainLimit) this.#main.pop()
  }

  /** Takes out what is put back at once, perhaps elsewhere. */
  #take (key: string, part: LRUCache<string, Entry<V>>): void {
    this.#isMoving = true
    part.delete(key)
    this.#isMoving = false
  }

  /** Whether something was asked for more often than everything in use that it would displace. */
  #isAdmitted (key: string, bytes: number): boolean {
    let needed = this.#main.calculatedSize + bytes - this.#mainLimit
    if (needed <= 0) return true
    const most = (this.#frequencies.count(key) - MORE) / TIMES
    for (const displaced of this.#main.rkeys()) {
      const { last, size } = this.#main.peek(displaced)!
      if (this.#clock - last < IDLE * this.size && this.#frequencies.count(displaced) >= most) return false
      needed -= size
      if (needed <= 0) return true
    }
    return true
  }

  /** Changes the window on while more is found than before, else back; where it makes no difference, it shrinks. */
  #adapt (): void {
    this.#frequencies.halve()
    const hitRate = this.#hits / this.#requests
    const gain = hitRate - this.#hitRate
    if (gain < -NOISE) this.#direction = -this.#direction
    else if (gain < NOISE && this.#share > SMALLEST_WINDOW) this.#direction = -1
    this.#share = Math.min(LARGEST_WINDOW, Math.max(SMALLEST_WINDOW, this.#share + this.#direction * STEP))
    this.#hitRate = hitRate
    this.#requests = 0
    this.#hits = 0
    this.#evict()
  }
}
