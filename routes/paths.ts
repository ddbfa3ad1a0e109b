import type { FastifyInstance } from 'fastify'

/**
 * A path with and without a slash at the end, because clients send both. Only one of them for a router that ignores
 * trailing slashes: it would refuse the second as a duplicate.
 */
export function spellings (fastify: FastifyInstance, path: string): string[] {
  const { ignoreTrailingSlash, routerOptions } = fastify.initialConfig
  return ignoreTrailingSlash === true || routerOptions?.ignoreTrailingSlash === true ? [path] : [path, `${path}/`]
}
