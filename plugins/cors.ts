import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

const READS = 'GET, HEAD, OPTIONS'
const REQUEST_HEADERS = 'Accept, Authorization, Content-Type, If-None-Match, If-Range, Prefer, Range'
const A_DAY = '86400'

/**
 * Lets pages of any origin read, never write (docs/contract/README.md, 7). That is safe for any origin, because keys
 * are sent in the query or in a header and not in cookies.
 *
 * Not \@fastify/cors: a parent that uses it as well could not register us. Where the parent has set the headers, they
 * stay as they are.
 */
function corsPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { cors, product, productAliases } = fastify.api.settings
  if (!cors) return done()
  const products = [product, ...productAliases].flatMap((word) => [`${word}-Total-Results`, `${word}-Version`])
  const exposed = [
    'Link', 'ETag', 'Last-Modified', 'Location', 'Preference-Applied', 'Accept-Ranges', 'Content-Range', ...products
  ].join(', ')
  const read = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }
  const preflight = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': READS,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': A_DAY
  }

  fastify.addHook('onRequest', (request, reply, next) => {
    if (!reply.hasHeader('access-control-allow-origin')) {
      if (request.method === 'GET' || request.method === 'HEAD') reply.headers(read)
      else if (request.method === 'OPTIONS') reply.headers(preflight)
    }
    next()
  })
  done()
}

export default fp(corsPlugin, { name: 'vitrine-cors', dependencies: ['vitrine-api'] })
