import type { FastifyInstance, FastifySchema } from 'fastify'
import type { Handler } from '../shared/paths.js'

/** Documentation of a route, and whether the answer depends on the actor. */
interface FileRoute {
  schema: FastifySchema & {
    operationId: string, summary: string, tags: string[]
  },
  varies: boolean
}

/** Adds a route for files: `handler` answers GET and HEAD; this function answers OPTIONS and other methods. */
export function addFileRoutes<P> (
  fastify: FastifyInstance, url: string, { schema, varies }: FileRoute, handler: Handler<P>
): void {
  const hidden = { hide: true }
  const config = { varies, isForPeople: true, hasOwnQueue: true }
  fastify.route<{ Params: P }>({ method: 'GET', url, exposeHeadRoute: false, schema, config, handler })
  fastify.route<{ Params: P }>({ method: 'HEAD', url, schema: hidden, config, handler })
  fastify.route({
    method: 'OPTIONS', url, schema: hidden, handler: async (_request, reply) => reply.vitrine.sendMethods(['search'])
  })
  fastify.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url,
    schema: hidden,
    handler: async (_request, reply) => reply.vitrine.refuseMethod(['search'])
  })
}
