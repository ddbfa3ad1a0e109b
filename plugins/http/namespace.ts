import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** `request.vitrine`: what Vitrine's plugins know of a request. Each plugin declares the members that it adds. */
export interface VitrineRequest {
  readonly request: FastifyRequest
}

/** `reply.vitrine`: what Vitrine's plugins can do with a reply. Each plugin declares the members that it adds. */
export interface VitrineReply {
  readonly reply: FastifyReply
}

interface Prototypes { request: object, reply: object }

const PROTOTYPES = Symbol('vitrine.prototypes')

/** Adds members to `request.vitrine`, for all routes of this instance of Vitrine. */
export function extendRequest (
  fastify: FastifyInstance, members: Partial<VitrineRequest> & ThisType<VitrineRequest>
): void {
  extend(fastify.getDecorator<Prototypes>(PROTOTYPES).request, members)
}

/** Adds members to `reply.vitrine`, for all routes of this instance of Vitrine. */
export function extendReply (fastify: FastifyInstance, members: Partial<VitrineReply> & ThisType<VitrineReply>): void {
  extend(fastify.getDecorator<Prototypes>(PROTOTYPES).reply, members)
}

function extend (prototype: object, members: object): void {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members))
}

/**
 * Decorates requests and replies under a single name, because the parent application may have decorated them, too: if
 * it has `request.actor`, Fastify would refuse a second one, and ours would disturb the parent's own hooks.
 *
 * The types of the decorators are in `fastify.d.ts`, which is not published: otherwise `request.vitrine` and
 * `fastify.api` would be declared for every Fastify instance in the program that embeds Vitrine.
 */
function namespacePlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  // A class for each instance of Vitrine, because its members refer to the settings of that instance.
  class RequestNamespace {
    constructor (readonly request: FastifyRequest) {}
  }
  class ReplyNamespace {
    constructor (readonly reply: FastifyReply) {}
  }

  fastify.decorate(PROTOTYPES, { request: RequestNamespace.prototype, reply: ReplyNamespace.prototype })
  class NamedRequest extends FieldsOfOwner {
    readonly vitrine = new RequestNamespace(this as unknown as FastifyRequest) as VitrineRequest
  }
  class NamedReply extends FieldsOfOwner {
    readonly vitrine = new ReplyNamespace(this as unknown as FastifyReply) as VitrineReply
  }

  fastify.decorateRequest('vitrine', { getter (this: FastifyRequest) { return new NamedRequest(this).vitrine } })
  fastify.decorateReply('vitrine', { getter (this: FastifyReply) { return new NamedReply(this).vitrine } })
  done()
}

/**
 * Its constructor returns the owner, so that fields of subclasses become fields of it: a request or reply gets its
 * namespace in place of the getter. This takes a tenth of the time of `Object.defineProperty`. Not done by a hook,
 * because a hook of the parent application may fail before any of ours has run, and the answer to that error needs the
 * namespace.
 */
class FieldsOfOwner {
  constructor (owner: object) { return owner }
}

export default fp(namespacePlugin, { name: 'vitrine-namespace', fastify: '5.x' })
