import type {
  FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RawReplyDefaultExpression,
  RawRequestDefaultExpression, RawServerDefault, RouteGenericInterface, RouteHandlerMethod
} from 'fastify'
import { withTrailingSlash } from './paths.js'

interface OperationSchema extends FastifySchema { operationId: string, summary: string, tags: string[] }

type Handler<Parts extends RouteGenericInterface> =
  RouteHandlerMethod<RawServerDefault, RawRequestDefaultExpression, RawReplyDefaultExpression, Parts>

async function sendMethods (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.vitrine.sendMethods(['search'])
}

async function refuseMethod (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.vitrine.refuseMethod(['search'])
}

/** Adds a route that answers only GET, HEAD and OPTIONS; other methods get 405. */
export function readOnly<Parts extends RouteGenericInterface> (
  fastify: FastifyInstance, path: string, schema: OperationSchema, handler: Handler<Parts>,
  config: Pick<FastifyContextConfig, 'ignoresActor' | 'cost'> = {}
): void {
  for (const url of withTrailingSlash(fastify, path)) {
    const hidden = { hide: true }
    const shown = url.endsWith('/') ? hidden : schema
    fastify.route<Parts>({ method: 'GET', url, exposeHeadRoute: true, schema: shown, config, handler })
    fastify.route({ method: 'OPTIONS', url, schema: hidden, handler: sendMethods })
    fastify.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url, schema: hidden, handler: refuseMethod })
  }
}
