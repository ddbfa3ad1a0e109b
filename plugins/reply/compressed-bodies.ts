import type { LruPart } from '../../api/cache/lru.js'
import { Body } from '../http/body.js'
import { coderOf, type Coding } from '../http/codings.js'

/** Numbers of the bodies that are sent again and again. */
const recurring = new WeakMap<Buffer | Body, number>()
let count = 0

/** Says that these very bytes will be sent more often than once, so that it pays to keep them compressed. */
export function recurs<B extends Buffer | Body> (body: B): B {
  if (!recurring.has(body)) recurring.set(body, ++count)
  return body
}

/** Bodies that may be compressed at once; others wait for threads that reading files needs, too. */
const MAX_UNDER_WAY = 64

/** Compresses bodies, and keeps those that recur. */
export class CompressedBodies {
  readonly #kept: LruPart<Buffer>
  /** What is being compressed, so that clients who ask for the same meanwhile share it. */
  readonly #pending = new Map<string, Promise<Buffer>>()
  #underWay = 0

  constructor (kept: LruPart<Buffer>) {
    this.#kept = kept
  }

  /** The compressed bytes; undefined when so much is being compressed that sending it as it is helps more. */
  of (body: Buffer | Body, coding: Coding): Buffer | Promise<Buffer> | undefined {
    const number = recurring.get(body)
    if (number === undefined) return this.#isFull ? undefined : this.#encode(body, coding)
    const key = `${number} ${coding}`
    return this.#kept.get(key) ?? this.#pending.get(key) ?? (this.#isFull ? undefined : this.#keep(key, body, coding))
  }

  get #isFull (): boolean {
    return this.#underWay >= MAX_UNDER_WAY
  }

  async #keep (key: string, body: Buffer | Body, coding: Coding): Promise<Buffer> {
    const making = this.#encode(body, coding)
    this.#pending.set(key, making)
    try {
      const encoded = await making
      this.#kept.set(key, encoded, encoded.length + 2 * key.length)
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
