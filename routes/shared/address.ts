import type {
  FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, HTTPMethods,
  RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerDefault, RouteGenericInterface, RouteHandlerMethod
} from 'fastify'
import { NotFoundError, type Operation } from '../../api/core/calls/errors.js'
import { toId } from '../../api/core/calls/given.js'
import { refuseMethod, sendMethods } from '../../plugins/reply/methods.js'

/** A method of an address. @param schema its documentation; absent: it has none. */
interface Method<Parts extends RouteGenericInterface> {
  method: HTTPMethods | HTTPMethods[]
  schema?: FastifySchema | undefined
  config?: FastifyContextConfig
  handler: RouteHandlerMethod<RawServerDefault, RawRequestDefaultExpression, RawReplyDefaultExpression, Parts>
}

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Schema of routes that are not part of the documentation. */
const HIDDEN = { hide: true }

/** The operations of an address that can only be read, whether it is that of a list or of one resource. */
export const READS = ['search', 'read'] as const

/**
 * Adds an address, with and without a trailing slash. OPTIONS says which methods it has, others get 405.
 *
 * @param operations to which the methods belong. @param shared configuration of these answers.
 */
export function addAddress<Parts extends RouteGenericInterface> (
  fastify: FastifyInstance, path: string, operations: readonly Operation[], methods: ReadonlyArray<Method<Parts>>,
  shared: FastifyContextConfig = {}
): void {
  const own = methods.flatMap(({ method }) => method)
  const others = METHODS.filter((method) => !own.includes(method) && !(method === 'HEAD' && own.includes('GET')))
  for (const url of withTrailingSlash(fastify, path)) {
    for (const { schema = HIDDEN, config = shared, ...rest } of methods) {
      const exposeHeadRoute = !own.includes('HEAD')
      fastify.route<Parts>({ ...rest, url, config, exposeHeadRoute, schema: url.endsWith('/') ? HIDDEN : schema })
    }
    const hidden = { url, schema: HIDDEN, config: shared }
    fastify.route({ ...hidden, method: 'OPTIONS', handler: async (_, reply) => sendMethods(reply, operations) })
    if (others.length === 0) continue
    fastify.route({ ...hidden, method: others, handler: async (_, reply) => refuseMethod(reply, operations) })
  }
}

/** Adds an address that can only be read. */
export function readOnly<Parts extends RouteGenericInterface> (
  fastify: FastifyInstance, path: string, schema: FastifySchema | undefined, handler: Method<Parts>['handler'],
  config: FastifyContextConfig = {}, shared?: FastifyContextConfig
): void {
  addAddress<Parts>(fastify, path, READS, [{ method: 'GET', schema, config, handler }], shared)
}

/**
 * Adds the address of a file. HEAD has a route of its own: the one that Fastify would add says that there are 0 bytes.
 */
export function addFile<Parts extends RouteGenericInterface> (
  fastify: FastifyInstance, path: string, schema: FastifySchema, handler: Method<Parts>['handler'],
  config: FastifyContextConfig
): void {
  addAddress<Parts>(fastify, path, READS, [
    { method: 'GET', schema, config, handler }, { method: 'HEAD', config, handler }
  ])
}

/**
 * A path with and without a trailing slash, because clients send both. Only the path itself if the router ignores
 * trailing slashes, because it would refuse the second route as a duplicate.
 */
export function withTrailingSlash (fastify: FastifyInstance, path: string): string[] {
  const { ignoreTrailingSlash, routerOptions } = fastify.initialConfig
  return ignoreTrailingSlash === true || routerOptions?.ignoreTrailingSlash === true ? [path] : [path, `${path}/`]
}

/** The types of a route whose path has an id. */
export interface OfOne { Params: { id: string } }

/** The id in the path of a request. @param entity name in messages: `Job`. @throws NotFoundError */
export function idIn ({ params: { id } }: { params: OfOne['Params'] }, entity: string): number {
  const known = toId(id)
  if (known === undefined) throw NotFoundError.entity(entity, id)
  return known
}

/** Answers a request whose path has these parameters. */
export type Handler<P = unknown> = (
  request: FastifyRequest<{ Params: P }>, reply: FastifyReply
) => Promise<FastifyReply>
