import type { FastifyInstance, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { DocumentedRoute } from './document.js'
import type { OpenApiDocument } from './parts/types.js'

/** A symbol, because it cannot collide with a decorator of the parent application. */
const DESCRIBE = Symbol('vitrine.openapi')

type Describe = () => Promise<OpenApiDocument>

/** The OpenAPI document of the routes that were registered after the plugin. Made at the first call, then cached. */
export function openApiOf (fastify: FastifyInstance): Promise<OpenApiDocument> {
  return fastify.getDecorator<Describe>(DESCRIBE)()
}

/** Prefix of the operation ids of one mount: `collections_` for `/collections`, empty without a path. */
function namespaceOf (root: string): string {
  const words = root.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return words.map((word) => `${word}_`).join('')
}

/**
 * Collects the routes that have an operation id. The document is made at the first request for it, so that the server
 * starts quickly. A parent that has registered @fastify/swagger describes these routes too, with operation ids that
 * differ between mounts.
 *
 * @param root path under which Vitrine is mounted.
 */
function openApiPlugin (fastify: FastifyInstance, { root }: { root: string }, done: () => void): void {
  const routes: DocumentedRoute[] = []
  const namespace = namespaceOf(root)

  fastify.addHook('onRoute', (route: RouteOptions) => {
    const { schema } = route
    if (schema?.operationId === undefined || schema.hide === true || route.method === 'HEAD') return
    routes.push({ method: String(route.method), url: route.url.slice(root.length), schema })
    if (namespace !== '') route.schema = { ...schema, operationId: namespace + schema.operationId }
  })

  let document: Promise<OpenApiDocument> | undefined
  fastify.decorate(DESCRIBE, async (): Promise<OpenApiDocument> => {
    document ??= import('./document.js').then(({ documentOf }) => documentOf(routes, fastify.api))
    return await document
  })
  done()
}

export default fp(openApiPlugin, { name: 'vitrine-openapi', dependencies: ['vitrine-api'] })
