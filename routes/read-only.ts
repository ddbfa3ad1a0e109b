import type {
  FastifyInstance, FastifySchema, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerDefault, RouteGenericInterface,
  RouteHandlerMethod
} from 'fastify'
import { spellings } from './paths.js'

interface OperationSchema extends FastifySchema { operationId: string, summary: string, tags: string[] }

type Handler<Parts extends RouteGenericInterface> =
  RouteHandlerMethod<RawServerDefault, RawRequestDefaultExpression, RawReplyDefaultExpression, Parts>

/** An address that can only be read, whoever asks. */
export function readOnly<Parts extends RouteGenericInterface> (
  fastify: FastifyInstance, path: string, schema: OperationSchema, handler: Handler<Parts>
): void {
  for (const url of spellings(fastify, path)) {
    const hidden = { hide: true } as FastifySchema
    fastify.route<Parts>({ method: 'GET', url, exposeHeadRoute: true, schema: url.endsWith('/') ? hidden : schema, handler })
    fastify.route({ method: 'OPTIONS', url, schema: hidden, handler: async (_request, reply) => reply.vitrine.sendMethods(['search']) })
    fastify.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url, schema: hidden, handler: async (_request, reply) => reply.vitrine.refuseMethod(['search']) })
  }
}
