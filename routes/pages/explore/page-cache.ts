import type { FastifyReply } from 'fastify'
import { Answer } from '../../../api/core/answers/answer.js'
import type { LruPart } from '../../../api/cache/lru.js'
import { areSame } from '../../../api/core/sequence/group-by.js'
import { numbered } from '../../../plugins/http/body.js'
import { hashOf, knownTag } from '../../../plugins/reply/conditional.js'
import { document, type Frame, type Page } from '../../../web/frame.js'

/** A rendered page. */
interface PageEntry {
  /** What it was made from: serial numbers of answers, and other objects (`knownBy`). */
  sources: readonly unknown[]
  /** Title of the collection, which is on every page. */
  title: string
  body: Buffer
  tag: string
}

/** Rough size of an entry without its texts, in bytes. */
const ENTRY_OVERHEAD_BYTES = 500

/** Cache-Control of pages for users who are signed in. */
const SESSION_CACHE_CONTROL = 'no-store'

/**
 * Caches rendered pages. An entry is valid as long as the API returns the answers that it was made from. The API
 * invalidates these when something that they show has changed.
 */
export class PageCache {
  /** @param caching Cache-Control of pages for anonymous viewers. */
  constructor (private readonly entries: LruPart<PageEntry>, private readonly caching: string) {}

  /**
   * Sends a page; 304 if the client's copy is current. Pages for users who are signed in are not cached, because they
   * contain data of the session.
   *
   * @param address of the page: its path and all parameters that it depends on.
   * @param sources everything that it is made from, besides the frame.
   */
  async send (
    reply: FastifyReply, address: string, sources: readonly unknown[], make: (frame: Frame) => Page
  ): Promise<FastifyReply> {
    const frame = await reply.vitrine.frame()
    reply.vitrine.describeDocument(frame)
    if (frame.person !== undefined) {
      return await reply.header('cache-control', SESSION_CACHE_CONTROL).send(document(frame, make(frame)))
    }
    const { body, tag } = this.#rendered(frame, address, sources, make)
    const known = knownTag(tag, reply.request)
    reply.header('cache-control', this.caching).header('etag', `"${known ?? tag}"`)
    return await (known === undefined ? reply.send(body) : reply.code(304).send())
  }

  #rendered (frame: Frame, address: string, sources: readonly unknown[], make: (frame: Frame) => Page): PageEntry {
    const { language, timeZone, origin, path, title } = frame
    const key = [language, timeZone, origin, path, address].join(' ')
    const known = sources.map(knownBy)
    const present = this.entries.get(key)
    if (present !== undefined && present.title === title && areSame(present.sources, known)) return present
    const body = numbered(Buffer.from(document(frame, make(frame))))
    const entry = { sources: known, title, body, tag: hashOf(body) }
    this.entries.set(key, entry, body.length + 2 * key.length + ENTRY_OVERHEAD_BYTES)
    return entry
  }
}

/** Answers are known by their serial: retaining them would take several times the memory of the page. */
function knownBy (source: unknown): unknown {
  return source instanceof Answer ? source.serial : source
}
