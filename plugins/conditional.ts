import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import vary from 'vary'
import { BASE, type Answer } from '../api/answer.js'
import type { Call } from '../api/call.js'
import { extendRequest } from './namespace.js'

declare module './namespace.js' {
  interface VitrineRequest {
    /** The check that If-Match or If-Unmodified-Since asks for; undefined without either. */
    readonly precondition: Call['precondition']
  }
}

const VARY = 'Accept, Authorization'

/** The digest that identifies a JSON text. Entity tags of its other formats are the digest, `-` and the format. */
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

/** The validators of an answer: its entity tag and the time of its last change. */
export class Validators {
  readonly #etag: string
  readonly #lastModified: string | undefined

  constructor (readonly tag: string, { modified, id }: Answer) {
    this.#etag = `"${tag}"`
    this.#lastModified = modified !== null && id !== undefined ? new Date(modified * 1000).toUTCString() : undefined
  }

  /**
   * Sets ETag and Last-Modified, and compares If-None-Match (RFC 9110, 13). If-Modified-Since is ignored, because a
   * representation also changes with the titles of the resources that it links to.
   *
   * @returns whether the client has this very answer already.
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

  // Answers depend on who asks: a shared cache must revalidate them, and may not keep those for a signed-in actor.
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
