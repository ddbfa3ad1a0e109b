import type { FastifyInstance, FastifySchema, RouteHandlerMethod } from 'fastify'
import { spellings } from './paths.js'

/** An address that can only be read, whoever asks. */
export function readOnly (fastify: FastifyInstance, path: string, schema: FastifySchema & { operationId: string, summary: string, tags: string[] }, handler: RouteHandlerMethod): void {
  for (const url of spellings(fastify, path)) {
    const hidden = { hide: true } as FastifySchema
    fastify.route({ method: 'GET', url, exposeHeadRoute: true, schema: url.endsWith('/') ? hidden : schema, handler })
    fastify.route({ method: 'OPTIONS', url, schema: hidden, handler: async (_request, reply) => reply.vitrine.sendMethods(['search']) })
    fastify.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url, schema: hidden, handler: async (_request, reply) => reply.vitrine.refuseMethod(['search']) })
  }
}
