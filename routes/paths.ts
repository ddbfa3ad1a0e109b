import type { FastifyInstance } from 'fastify'

/**
 * The same address with and without a slash at the end, because clients send both. A parent whose router ignores the
 * slash would take the second for the first again.
 */
export function spellings (fastify: FastifyInstance, path: string): string[] {
  const { ignoreTrailingSlash, routerOptions } = fastify.initialConfig
  return ignoreTrailingSlash === true || routerOptions?.ignoreTrailingSlash === true ? [path] : [path, `${path}/`]
}
