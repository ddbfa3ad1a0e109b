import type { FastifyInstance } from 'fastify'

/**
 * A path with and without a trailing slash, because clients send both. A router that ignores trailing slashes would
 * refuse the second as a duplicate of the first.
 */
export function spellings (fastify: FastifyInstance, path: string): string[] {
  const { ignoreTrailingSlash, routerOptions } = fastify.initialConfig
  return ignoreTrailingSlash === true || routerOptions?.ignoreTrailingSlash === true ? [path] : [path, `${path}/`]
}
