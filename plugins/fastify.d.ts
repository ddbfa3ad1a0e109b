import type { FastifyRequest as Request } from 'fastify'
import type { Api } from '../api/api.js'
import type { VitrineReply, VitrineRequest } from './namespace.js'

/**
 * What Vitrine's plugins decorate, for this program only: a declaration file is not published with those that the
 * compiler makes, so that none of these names is claimed in the program of an application that embeds Vitrine.
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
     * Refuses whoever may not do what the route does. Asked before a large body is read; a route without it leaves
     * large bodies unread.
     */
    authorize? (request: Request): Promise<void>
    /** What says who asks at this address: an API key unless this is true, then the session. */
    readsSession?: boolean
    /** The page is for whoever is signed in; others are sent to sign in, and brought back afterwards. */
    needsSession?: boolean
    /** False for what is the same whoever asks, and says itself how long it may be kept. */
    varies?: boolean
  }
}
