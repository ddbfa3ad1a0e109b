import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

const READS = 'GET, HEAD, OPTIONS'
const REQUEST_HEADERS = 'Accept, Authorization, Content-Type, If-None-Match, If-Range, Prefer, Range'

/** Headers of answers that scripts may read. */
const ANSWER_HEADERS = [
  'Link', 'ETag', 'Last-Modified', 'Location', 'Preference-Applied', 'Accept-Ranges', 'Content-Range',
  'WWW-Authenticate', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After'
]

/** Names of further ones, after the product word. */
const OWN_HEADERS = ['Total-Results', 'Version', 'Key-Status', 'Ignored', 'Warning', 'Position']

const PREFLIGHT_MAX_AGE_SECONDS = '86400'

/**
 * Lets scripts of any origin read, but not write (docs/contract/README.md, 7). Any origin is safe, because API keys
 * are sent in the query or in a header, and not in cookies.
 *
 * Does not use \@fastify/cors, because an embedding application that uses it, too, could not register Vitrine. Headers
 * that the application has set are not replaced.
 */
function corsPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { cors, product, productAliases } = fastify.api.settings
  if (!cors) return done()
  const own = [product, ...productAliases].flatMap((word) => OWN_HEADERS.map((name) => `${word}-${name}`))
  const exposed = [...ANSWER_HEADERS, ...own].join(', ')
  const read = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }
  const preflight = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': READS,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS
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

/** Removes the CORS headers from an answer that only pages of its own origin may read. */
export function forOwnOrigin (reply: FastifyReply): FastifyReply {
  for (const name of Object.keys(reply.getHeaders())) {
    if (name.startsWith('access-control-')) reply.removeHeader(name)
  }
  return reply
}

export default fp(corsPlugin, { name: 'vitrine-cors', dependencies: ['vitrine-api'] })
