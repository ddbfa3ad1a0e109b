import type { FastifyInstance, FastifySchema, RouteHandlerMethod } from 'fastify'

/** What the documentation says of an address, and whether what is there depends on who asks. */
interface FileRoute { schema: FastifySchema & { operationId: string, summary: string, tags: string[] }, varies: boolean }

/** An address of files: GET and HEAD reach the handler, which sends no body to the latter. */
export function files (fastify: FastifyInstance, url: string, { schema, varies }: FileRoute, handler: RouteHandlerMethod): void {
  const hidden = { hide: true } as FastifySchema
  const config = { varies }
  fastify.route({ method: 'GET', url, exposeHeadRoute: false, schema, config, handler })
  fastify.route({ method: 'HEAD', url, schema: hidden, config, handler })
  fastify.route({ method: 'OPTIONS', url, schema: hidden, handler: async (_request, reply) => reply.vitrine.sendMethods(['search']) })
  fastify.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url, schema: hidden, handler: async (_request, reply) => reply.vitrine.refuseMethod(['search']) })
}
