import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

const CREDENTIAL = /^[ ]*key[_. ](?:identity|credential)(?:\[|$)/i

/**
 * An address as it may be logged: without the secrets that API keys put into it, however they are written
 * (contract README, 6).
 *
 * @example redact('/api/items?key_identity=a&key_credential=b') // '/api/items?key_identity=…&key_credential=…'
 */
export function redact (url: string): string {
  const at = url.indexOf('?')
  if (at === -1) return url
  const parts = url.slice(at + 1).split('&').map((part) => {
    const name = part.split('=', 1)[0]!
    return CREDENTIAL.test(decoded(name)) ? `${name}=…` : part
  })
  return `${url.slice(0, at)}?${parts.join('&')}`
}

function decoded (name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

function describe ({ method, url, raw }: FastifyRequest): Record<string, unknown> {
  return { method, url: redact(url), remoteAddress: raw.socket.remoteAddress, remotePort: raw.socket.remotePort }
}

/** How a log prints requests. */
export const serializers = { req: describe }

/** Has every log line about a request print it without credentials, whatever the parent's serializers print. */
function redactionPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  // Without a log there is nothing to hide, and Fastify saves making one for each request.
  if (fastify.log.level === undefined) return done()
  // Made once for each logger, because telling one how to print takes longer than making it.
  const redacting = new WeakMap<FastifyBaseLogger, FastifyBaseLogger>()
  // And not `logSerializers` of register(), which requests without a route do not heed.
  fastify.setChildLoggerFactory((logger, bindings, options) => {
    if (options.serializers !== undefined) return logger.child(bindings, { ...options, serializers: { ...options.serializers, ...serializers } })
    let known = redacting.get(logger)
    if (known === undefined) redacting.set(logger, known = logger.child({}, { serializers }))
    return known.child(bindings, options)
  })
  done()
}

export default fp(redactionPlugin, { name: 'vitrine-redaction' })
