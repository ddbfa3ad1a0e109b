import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { DocumentedRoute } from './openapi/document.js'
import type { OpenApiDocument } from './openapi/types.js'

/** A symbol of ours cannot collide with a decorator of the application around us, such as `swagger`. */
const DESCRIBE = Symbol('vitrine.openapi')

type Describe = () => Promise<OpenApiDocument>

/** The OpenAPI document of the routes registered after the plugin; made at the first call, then kept. */
export function openApiOf (fastify: FastifyInstance): Promise<OpenApiDocument> {
  return fastify.getDecorator<Describe>(DESCRIBE)()
}

/** Begins the operation ids of one mount: `collections_` for `/collections`, nothing without a prefix. */
function namespaceOf (root: string): string {
  const words = root.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return words.map((word) => `${word}_`).join('')
}

/**
 * Collects the routes that document themselves. The document is made by @fastify/swagger, but not before somebody asks
 * for it and in an instance of its own: starting stays quick, and a parent that registered @fastify/swagger keeps its
 * own decorators. That parent's document has our routes too, with operation ids that tell several mounts apart.
 *
 * @param root path under which Vitrine is mounted.
 */
function openApiPlugin (fastify: FastifyInstance, { root }: { root: string }, done: () => void): void {
  const routes: DocumentedRoute[] = []
  const namespace = namespaceOf(root)

  fastify.addHook('onRoute', (route: RouteOptions) => {
    const schema = route.schema as FastifySchema & { operationId?: string, hide?: boolean } | undefined
    if (schema?.operationId === undefined || schema.hide === true || route.method === 'HEAD') return
    routes.push({ method: String(route.method), url: route.url.slice(root.length), schema })
    if (namespace !== '') route.schema = { ...schema, operationId: namespace + schema.operationId } as FastifySchema
  })

  let document: Promise<OpenApiDocument> | undefined
  fastify.decorate(DESCRIBE, async (): Promise<OpenApiDocument> => {
    document ??= import('./openapi/document.js').then(({ documentOf }) => documentOf(routes, fastify.api))
    return await document
  })
  done()
}

export default fp(openApiPlugin, { name: 'vitrine-openapi', dependencies: ['vitrine-api'] })
