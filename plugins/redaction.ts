import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** Ways to spell the names of credentials in a query: `key_identity`, `key.credential`, `key[credential`. */
const CREDENTIAL = /key[^a-z0-9]*(?:identity|credential)/i

/** What separates parameters, or could be meant to by a client that builds addresses by hand. */
const SEPARATORS = /([?&;#])/

/** How often a text may have been percent-encoded over. */
const MAX_DECODINGS = 4

/**
 * An address as it may be logged or shown: without the secrets of API keys, wherever and however they are written.
 * It rather hides too much: a parameter that names a credential anywhere loses its value, or all of its text when the
 * name cannot be told from the value (docs/contract/README.md §6).
 *
 * @example redact('/api/items?key_identity=a&key[credential=b') // '/api/items?key_identity=…&key[credential=…'
 */
export function redact (url: string): string {
  return url.split(SEPARATORS).map((part) => {
    if (!CREDENTIAL.test(decoded(part))) return part
    const name = part.split('=', 1)[0]!
    const plainName = decoded(name)
    return name !== part && CREDENTIAL.test(plainName) && !plainName.includes('=') ? `${name}=…` : '…'
  }).join('')
}

/**
 * Decodes what is an escape and keeps what is none. Names of credentials are ASCII, so bytes may stand for characters.
 */
function decoded (text: string): string {
  let plain = text
  for (let times = 0; times < MAX_DECODINGS && plain.includes('%'); times++) {
    plain = plain.replace(/%([0-9a-f]{2})/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)))
  }
  return plain
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
  // One redacting logger per parent logger: setting serializers costs more than the child logger of a request.
  const redacting = new WeakMap<FastifyBaseLogger, FastifyBaseLogger>()
  // Not `logSerializers` of register(), which Fastify ignores for requests that match no route.
  fastify.setChildLoggerFactory((logger, bindings, options) => {
    if (options.serializers !== undefined) {
      return logger.child(bindings, { ...options, serializers: { ...options.serializers, ...serializers } })
    }
    let known = redacting.get(logger)
    if (known === undefined) redacting.set(logger, known = logger.child({}, { serializers }))
    return known.child(bindings, options)
  })
  done()
}

export default fp(redactionPlugin, { name: 'vitrine-redaction' })
