import type { Answer } from '../../../api/core/answers/answer.js'
import type { LruPart } from '../../../api/cache/lru.js'
import type { Html } from '../../../web/html.js'

/** A part of a page. @param of `Answer.serial` of the answer that it was made from. */
interface Fragment { of: number, html: Html | false }

/** Rough size of an entry without its texts, in bytes. */
const ENTRY_OVERHEAD_BYTES = 300

/**
 * Caches parts that many pages share, such as the card of an item. Each is made from one answer of the API, and is
 * valid as long as the API returns that answer object.
 */
export class Fragments {
  readonly #cache: LruPart<Fragment>

  constructor (cache: LruPart<Fragment>) {
    this.#cache = cache
  }

  /** Returns a cached part, or makes it. @param key names everything that the part depends on besides the answer. */
  get<H extends Html | false> (key: string, { serial }: Answer, make: () => H): H {
    const entry = this.#cache.get(key)
    if (entry !== undefined && entry.of === serial) return entry.html as H
    const html = make()
    const size = 2 * ((html === false ? 0 : html.text.length) + key.length) + ENTRY_OVERHEAD_BYTES
    this.#cache.set(key, { of: serial, html: html === false ? html : html.compact }, size)
    return html
  }
}
