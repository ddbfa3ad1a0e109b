import type { FastifyRequest as Request } from 'fastify'
import type { Api } from '../../api/api.js'
import type { VitrineReply, VitrineRequest } from '../http/namespace.js'

/**
 * Types of the decorators of Vitrine's plugins. In a declaration file, which is not published: otherwise every
 * application that embeds Vitrine would see these decorators on all its Fastify instances.
 */
declare module 'fastify' {
  interface FastifyInstance {
    /** The programmatic API that this instance of Vitrine serves. */
    api: Api
  }
  interface FastifyRequest {
    readonly vitrine: VitrineRequest
  }
  interface FastifyReply {
    readonly vitrine: VitrineReply
  }
  interface FastifySchema {
    /** The route is not part of the OpenAPI document. */
    hide?: boolean
    /** Name of the operation in the OpenAPI document. */
    operationId?: string
  }
  interface FastifyContextConfig {
    /**
     * Throws when the actor may not do what the route does. Called before a large body is read; routes without it do
     * not read large bodies.
     */
    authorize? (request: Request): Promise<void>
    /** Media type of the body, which the route reads from `request.raw` as it arrives; no other is accepted. */
    streams?: string
    /** The route reads no body, with any method. */
    ignoresBody?: boolean
    /** The route decodes the JSON of a DELETE, too (docs/contract/http.md §2). */
    decodesDelete?: boolean
    /** The route also accepts RDF, in any syntax and any shape of JSON-LD. */
    takesRdf?: boolean
    /** Authenticate by the session of the browser instead of an API key. */
    readsSession?: boolean
    /** Only for users who are signed in; others are redirected to sign in, and back afterwards. */
    needsSession?: boolean
    /** People follow links to this route: 404 is a page if the client accepts HTML. */
    isForPeople?: boolean
    /** The answer is the same for every actor, so an invalid key is no error. */
    ignoresActor?: boolean
    /** False for answers that are the same for all actors and set Cache-Control themselves. */
    varies?: boolean
    /** How many requests one request counts as in rate limits; default 1. */
    cost?: number
    /** The route limits its work by a queue of its own (such as drawing pictures), so admission does not limit it. */
    hasOwnQueue?: boolean
    /** Browsers may be redirected from this route to the corresponding page. */
    hasPage?: boolean
  }
}
