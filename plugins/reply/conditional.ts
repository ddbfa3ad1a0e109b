import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import vary from 'vary'
import type { Answer } from '../../api/core/answers/answer.js'
import { BASE } from '../../api/core/answers/base.js'
import type { Call } from '../../api/core/calls/call.js'

const VARY = 'Accept, Authorization'

/** Added to `Vary` on routes from which browsers may be redirected to a page (address-bar.ts). */
const PAGE_VARY = ', Sec-Fetch-Dest, Sec-Fetch-Mode, Sec-Fetch-Site'

/** Cache-Control for answers that depend on the actor. */
const PRIVATE_CACHE_CONTROL = 'private, no-cache'

/**
 * Cache-Control for public answers, which all caches may store.
 *
 * @param maxAge seconds for which caches may reuse them; afterwards, and with 0 each time, caches have to revalidate.
 */
export function publicCacheControl (maxAge: number): string {
  return maxAge === 0 ? 'public, no-cache' : `public, max-age=${maxAge}, must-revalidate`
}

/**
 * The digest of a JSON text. Entity tags of other formats are this digest, `-` and the name of the format; entity tags
 * of compressed answers end with `-` and the name of the content coding.
 */
export function hashOf (text: string | Buffer): string {
  return createHash('sha1').update(text).digest('hex')
}

/** The opaque parts of a list of entity tags. Weak tags are left out of a strong comparison. */
function tagsIn (header: string, comparison: 'weak' | 'strong'): string[] {
  const tags: string[] = []
  for (const [, weak, tag] of header.matchAll(/(W\/)?"([^"]*)"/g)) {
    if (weak === undefined || comparison === 'weak') tags.push(tag!)
  }
  return tags
}

/** Whether a header of entity tags contains this one, or is `*`. */
export function isMentioned (tag: string, header: string, comparison: 'weak' | 'strong'): boolean {
  return header.trim() === '*' || tagsIn(header, comparison).includes(tag)
}

/**
 * The tag in If-None-Match that matches an answer: uncompressed, or in the coding in which it would be sent now.
 * Undefined if neither matches.
 */
export function knownTag (tag: string, { raw: { headers }, vitrine }: FastifyRequest): string | undefined {
  const header = headers['if-none-match']
  if (header === undefined) return undefined
  const { coding } = vitrine
  if (coding !== undefined && tagsIn(header, 'weak').includes(`${tag}-${coding}`)) return `${tag}-${coding}`
  return isMentioned(tag, header, 'weak') ? tag : undefined
}

/** The validators of an answer: its entity tag and the time of its last change. */
export class Validators {
  readonly #etag: string
  readonly #lastModified: string | undefined

  constructor (readonly tag: string, { modified, id }: Answer) {
    this.#etag = `"${tag}"`
    this.#lastModified = modified !== null && id !== undefined ? new Date(modified * 1000).toUTCString() : undefined
  }

  /**
   * Sets ETag and Last-Modified, and evaluates If-None-Match (RFC 9110, 13). If-Modified-Since is ignored, because a
   * representation also changes with the titles of the resources that it links to.
   *
   * @returns whether the client has the current answer.
   */
  isFresh (request: FastifyRequest, reply: FastifyReply): boolean {
    if (this.#lastModified !== undefined) reply.header('last-modified', this.#lastModified)
    const isSame = request.raw.headers['if-none-match'] === this.#etag
    const known = isSame ? this.tag : knownTag(this.tag, request)
    reply.header('etag', known === undefined || isSame ? this.#etag : `"${known}"`)
    return known !== undefined
  }
}

/** What If-Match, If-Unmodified-Since and If-None-Match demand of a write (RFC 9110, 13.2.2); undefined without any. */
export function preconditionOf ({ headers, vitrine }: FastifyRequest): Call['precondition'] {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  const since = match === undefined ? Date.parse(headers['if-unmodified-since'] ?? '') : NaN
  const isAnyState = (match === undefined || match.trim() === '*') && noneMatch === undefined && Number.isNaN(since)
  if (isAnyState) return undefined
  const { base } = vitrine
  return ({ text, modified }) => {
    const hash = hashOf(text.replaceAll(BASE, base))
    if (match !== undefined && !isState(hash, match, 'strong')) return false
    if (modified !== null && modified * 1000 > since) return false
    return noneMatch === undefined || !isState(hash, noneMatch, 'weak')
  }
}

/** Whether a header mentions this state of a resource, in any format and coding. */
function isState (hash: string, header: string, comparison: 'weak' | 'strong'): boolean {
  return header.trim() === '*' || tagsIn(header, comparison).some((tag) => tag.split('-', 1)[0] === hash)
}

function conditionalPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { compress, maxAge } = fastify.api.settings
  const publicCaching = publicCacheControl(maxAge)
  const own = compress ? `${VARY}, Accept-Encoding` : VARY
  const withPage = own + PAGE_VARY

  // Answers depend on the actor: only answers to requests without credentials may be stored by shared caches. This also
  // excludes invalid keys: if such a key becomes valid, its client must not get the cached public answer.
  fastify.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const { varies, hasPage, readsSession } = request.routeOptions.config
      if (varies !== false) {
        const present = reply.getHeader('vary')
        const all = hasPage === true ? withPage : own
        reply.header('vary', present === undefined ? all : vary.append(String(present), all))
      }
      const { id, keyProblem } = request.vitrine.actor
      const isForAll = id === null && keyProblem === undefined && readsSession !== true
      reply.header('cache-control', isForAll ? publicCaching : PRIVATE_CACHE_CONTROL)
    }
    next()
  })
  done()
}

export default fp(conditionalPlugin, { name: 'vitrine-conditional', dependencies: ['vitrine-address', 'vitrine-auth'] })
