import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import vary from 'vary'
import { BASE, type Answer } from '../api/answer.js'
import type { Call } from '../api/call.js'
import { extendRequest } from './namespace.js'

declare module './namespace.js' {
  interface VitrineRequest {
    /** What If-Match or If-Unmodified-Since demands of the resource; undefined when neither is there. */
    readonly precondition: Call['precondition']
  }
}

const VARY = 'Accept, Authorization'

/** Names a JSON text. Entity tags of other formats of the same text begin with it, then `-`. */
export function hashOf (text: string | Buffer): string {
  return createHash('sha1').update(text).digest('hex')
}

/** The opaque parts of a list of entity tags; weak ones only where a weak comparison is enough. */
function tagsIn (header: string, comparison: 'weak' | 'strong'): string[] {
  const tags: string[] = []
  for (const [, weak, tag] of header.matchAll(/(W\/)?"([^"]*)"/g)) {
    if (weak === undefined || comparison === 'weak') tags.push(tag!)
  }
  return tags
}

/** Whether a header of entity tags, which may be `*`, mentions this one. */
export function isMentioned (tag: string, header: string, comparison: 'weak' | 'strong'): boolean {
  return header.trim() === '*' || tagsIn(header, comparison).includes(tag)
}

/** What an answer is known by to those who have it already. */
export class Validators {
  readonly #etag: string
  readonly #lastModified: string | undefined

  constructor (readonly tag: string, { modified, id }: Answer) {
    this.#etag = `"${tag}"`
    this.#lastModified = modified !== null && id !== undefined ? new Date(modified * 1000).toUTCString() : undefined
  }

  /**
   * Sets ETag and Last-Modified, and finds out whether the client has this very answer already (RFC 9110, 13).
   * A date alone never says so: a title of a linked resource may change without it.
   */
  isFresh (request: FastifyRequest, reply: FastifyReply): boolean {
    reply.header('etag', this.#etag)
    if (this.#lastModified !== undefined) reply.header('last-modified', this.#lastModified)
    const header = request.raw.headers['if-none-match']
    return header !== undefined && (header === this.#etag || isMentioned(this.tag, header, 'weak'))
  }
}

function preconditionOf ({ headers, vitrine }: FastifyRequest): Call['precondition'] {
  const { 'if-match': match, 'if-unmodified-since': since } = headers
  if (match !== undefined) {
    if (match.trim() === '*') return undefined
    const { base } = vitrine
    const hashes = tagsIn(match, 'strong').map((tag) => tag.split('-', 1)[0])
    return ({ text }) => hashes.includes(hashOf(text.replaceAll(BASE, base)))
  }
  const date = Date.parse(since ?? '')
  return Number.isNaN(date) ? undefined : ({ modified }) => modified === null || modified * 1000 <= date
}

function conditionalPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  extendRequest(fastify, { get precondition () { return preconditionOf(this.request) } })

  // Answers depend on who asks; a cache has to ask each time, and what is not public is for one client only.
  fastify.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (request.routeOptions.config.varies !== false) {
        const present = reply.getHeader('vary')
        reply.header('vary', present === undefined ? VARY : vary.append(String(present), VARY))
      }
      reply.header('cache-control', request.vitrine.actor.id === null ? 'no-cache' : 'private, no-cache')
    }
    next()
  })
  done()
}

export default fp(conditionalPlugin, { name: 'vitrine-conditional', dependencies: ['vitrine-address', 'vitrine-auth'] })
