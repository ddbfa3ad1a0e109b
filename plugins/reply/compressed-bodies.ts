import type { LruPart } from '../../api/cache/lru.js'
import { Body } from '../http/body.js'
import { coderOf, type Coding } from '../http/codings.js'

/** Numbers of the bodies whose compressed form may be cached; part of the cache key. */
const cacheKeys = new WeakMap<Buffer | Body, number>()
let count = 0

/** Marks a body that is sent more than once, so that its compressed form is cached. */
export function cacheCompressed<B extends Buffer | Body> (body: B): B {
  if (!cacheKeys.has(body)) cacheKeys.set(body, ++count)
  return body
}

/** Maximum number of bodies that are compressed at once, because they share libuv's threads with file reads. */
const CONCURRENT_MAX = 64

/** Compresses bodies, and caches the result for bodies marked by `cacheCompressed`. */
export class CompressedBodies {
  readonly #cache: LruPart<Buffer>
  /** Bodies that are being compressed: concurrent requests for one of them share the result. */
  readonly #pending = new Map<string, Promise<Buffer>>()
  #underWay = 0

  constructor (cache: LruPart<Buffer>) {
    this.#cache = cache
  }

  /** The compressed bytes; undefined if too much is being compressed: then the body is sent uncompressed. */
  of (body: Buffer | Body, coding: Coding): Buffer | Promise<Buffer> | undefined {
    const number = cacheKeys.get(body)
    if (number === undefined) return this.#isFull ? undefined : this.#encode(body, coding)
    const key = `${number} ${coding}`
    return this.#cache.get(key) ?? this.#pending.get(key) ?? (this.#isFull ? undefined : this.#fill(key, body, coding))
  }

  get #isFull (): boolean {
    return this.#underWay >= CONCURRENT_MAX
  }

  async #fill (key: string, body: Buffer | Body, coding: Coding): Promise<Buffer> {
    const making = this.#encode(body, coding)
    this.#pending.set(key, making)
    try {
      const encoded = await making
      this.#cache.set(key, encoded, encoded.length + 2 * key.length)
      return encoded
    } finally {
      this.#pending.delete(key)
    }
  }

  async #encode (body: Buffer | Body, coding: Coding): Promise<Buffer> {
    this.#underWay++
    try {
      return await coderOf(coding).encode(body instanceof Body ? body.whole() : body)
    } finally {
      this.#underWay--
    }
  }
}
