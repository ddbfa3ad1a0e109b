import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { compatibilityLevel, version } from '../../package.js'

/**
 * Sets the headers with Vitrine's version (under its product name) and the compatibility level (under the aliases).
 */
function versionsPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { product, productAliases } = fastify.api.settings
  const headers: Record<string, string> = {}
  for (const alias of productAliases) headers[`${alias}-Version`] = compatibilityLevel
  headers[`${product}-Version`] = version

  fastify.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
  done()
}

export default fp(versionsPlugin, { name: 'vitrine-versions', dependencies: ['vitrine-api'] })
