import type { FastifyInstance } from 'fastify'

/**
 * A path with and without a trailing slash, because clients send both. Only the path itself if the router ignores
 * trailing slashes, because it would refuse the second route as a duplicate.
 */
export function withTrailingSlash (fastify: FastifyInstance, path: string): string[] {
  const { ignoreTrailingSlash, routerOptions } = fastify.initialConfig
  return ignoreTrailingSlash === true || routerOptions?.ignoreTrailingSlash === true ? [path] : [path, `${path}/`]
}
