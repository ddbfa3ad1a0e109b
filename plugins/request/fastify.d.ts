import type { FastifyRequest as Request } from 'fastify'
import type { Api } from '../../api/api.js'
import type { VitrineReply, VitrineRequest } from '../http/namespace.js'

/**
 * Types of what Vitrine's plugins decorate. They are in a declaration file, which is not published: otherwise these
 * names would be claimed in the program of every application that embeds Vitrine.
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
  interface FastifyContextConfig {
    /**
     * Throws when the actor may not do what the route does. Called before a large body is read; routes without it do
     * not read large bodies.
     */
    authorize? (request: Request): Promise<void>
    /** Media type of the body, which the route reads from `request.raw` as it arrives; no other is accepted. */
    streams?: string
    /** It reads no body, whatever the method. */
    ignoresBody?: boolean
    /** It is described by RDF, too, in any syntax and any shape of JSON-LD. */
    takesRdf?: boolean
    /** Authenticate by the session of the browser instead of an API key. */
    readsSession?: boolean
    /** Only for users who are signed in; others are redirected to sign in, and back afterwards. */
    needsSession?: boolean
    /** People follow links to it: what is not there is answered with a page where one is asked for. */
    isForPeople?: boolean
    /** It is the same whoever asks, so that a key does not matter. */
    isForEverybody?: boolean
    /** False for answers that are the same for all actors and set Cache-Control themselves. */
    varies?: boolean
    /** How many requests one counts for in limits of their rate; 1 when absent. */
    cost?: number
    /** Its work waits in a queue of its own, which bounds it (such as pictures that are drawn), or elsewhere. */
    hasOwnQueue?: boolean
    /** Browsers may be led from here to a page that shows the same. */
    hasPage?: boolean
  }
}
