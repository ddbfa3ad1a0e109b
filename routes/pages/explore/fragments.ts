import type { Answer } from '../../../api/core/answers/answer.js'
import type { LruPart } from '../../../api/cache/lru.js'
import type { Html } from '../../../web/html.js'

/** A part of a page. @param of the text that it was made from (`Answer.serial`). */
export interface Fragment { of: number, html: Html | false }

/** Rough size of an entry without its texts, in bytes. */
const OVERHEAD = 300

/**
 * Parts of pages that many pages share, such as the card of an item. Each is made from one answer of the API, and valid
 * as long as the API gives that very answer.
 */
export class Fragments {
  readonly #kept: LruPart<Fragment>

  constructor (kept: LruPart<Fragment>) {
    this.#kept = kept
  }

  /** @param key names all that the part depends on besides the answer. */
  get<H extends Html | false> (key: string, { serial }: Answer, make: () => H): H {
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.of === serial) return kept.html as H
    const html = make()
    const size = 2 * ((html === false ? 0 : html.text.length) + key.length) + OVERHEAD
    this.#kept.set(key, { of: serial, html: html === false ? html : html.compact }, size)
    return html
  }
}
