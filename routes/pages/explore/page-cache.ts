import type { FastifyReply } from 'fastify'
import { Answer } from '../../../api/core/answers/answer.js'
import type { LruPart } from '../../../api/cache/lru.js'
import { recurs } from '../../../plugins/reply/compressed-bodies.js'
import { hashOf, knownTag } from '../../../plugins/reply/conditional.js'
import { IN_ONE_GO } from '../../../plugins/reply/long-bodies.js'
import { document, type Frame, type Page } from '../../../web/frame.js'

/**
 * An answer that a page was made from. To keep it for the page would take several times the memory of that.
 *
 * @param digest undefined: it was too long for one.
 */
interface Text { serial: number, readonly digest: string | undefined }

/** A page as it was rendered. */
export interface PageEntry {
  /** What it was made from: a `Text` for each answer, and others as they are. */
  sources: readonly unknown[]
  /** Title of the collection, which is on every page. */
  title: string
  body: Buffer
  tag: string
}

/** Rough size of an entry without its texts, in bytes. */
const OVERHEAD = 500

/** Cache-Control of pages for somebody who is signed in. */
const FOR_ONE = 'no-store'

/**
 * Pages as they were rendered. An entry is valid as long as the answers of the API that it is made from have the very
 * same texts; the API itself makes an answer again when what it shows has changed.
 */
export class PageCache {
  readonly #entries: LruPart<PageEntry>

  /** @param caching Cache-Control of pages for everybody. */
  constructor (entries: LruPart<PageEntry>, private readonly caching: string) {
    this.#entries = entries
  }

  /**
   * Sends a page; 304 when the client has it. Pages of somebody who is signed in hold what is for this session only.
   *
   * @param address of the page: its path and all parameters that it depends on.
   * @param sources all that it is made from, besides the frame.
   */
  async send (
    reply: FastifyReply, address: string, sources: readonly unknown[], make: (frame: Frame) => Page
  ): Promise<FastifyReply> {
    const frame = await reply.vitrine.frame()
    reply.vitrine.describeDocument(frame)
    if (frame.person !== undefined) {
      return await reply.header('cache-control', FOR_ONE).send(document(frame, make(frame)))
    }
    const { body, tag } = this.#rendered(frame, address, sources, make)
    const known = knownTag(tag, reply.request)
    reply.header('cache-control', this.caching).header('etag', `"${known ?? tag}"`)
    return await (known === undefined ? reply.send(body) : reply.code(304).send())
  }

  #rendered (frame: Frame, address: string, sources: readonly unknown[], make: (frame: Frame) => Page): PageEntry {
    const { language, timeZone, origin, path, title } = frame
    const key = [language, timeZone, origin, path, address].join(' ')
    const present = this.#entries.get(key)
    if (present !== undefined && present.title === title && isOf(present.sources, sources)) return present
    const body = recurs(Buffer.from(document(frame, make(frame))))
    const entry = { sources: sources.map(knownBy), title, body, tag: hashOf(body) }
    this.#entries.set(key, entry, body.length + 2 * key.length + OVERHEAD)
    return entry
  }
}

function knownBy (source: unknown): unknown {
  return source instanceof Answer ? { serial: source.serial, digest: digestOf(source) } satisfies Text : source
}

/** Undefined for a long answer: others wait while a digest is made. */
function digestOf (answer: Answer): string | undefined {
  return answer.length > IN_ONE_GO ? undefined : answer.digest
}

/** Whether that is what sources are known by. */
function isOf (known: readonly unknown[], sources: readonly unknown[]): boolean {
  return known.length === sources.length && sources.every((source, at) => {
    if (!(source instanceof Answer)) return source === known[at]
    const text = known[at] as Text | undefined
    if (text === undefined) return false
    if (text.serial === source.serial) return true
    if (text.digest === undefined || text.digest !== digestOf(source)) return false
    // The answer was made again: from now on it is known without a digest.
    text.serial = source.serial
    return true
  })
}
