import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Ways to spell the names of credentials in a query: `key_identity`, `key.credential`, `key[credential`; a password or
 * token that a form or client sends where it does not belong; and a whole key, `identity.credential`, wherever it is.
 */
const CREDENTIAL =
  /key[^a-z0-9]*(?:identity|credential)|(?:password|token|authorization)\]?=|[a-z0-9]{32}[.:][a-z0-9]{32}/i

/** A user name and password before the host of an address. */
const USER_INFO = /\/\/[^/?#]*@/g

/** Separators of parameters, and characters that clients use as such by mistake. */
const SEPARATORS = /([?&;#])/

/** How many layers of percent-encoding are decoded. */
const MAX_DECODINGS = 4

/**
 * A URL for logs and messages, without the secrets of API keys, at any place and in any spelling. In doubt it removes
 * too much: a parameter whose name contains the name of a credential loses its value, or its whole text if name and
 * value cannot be separated (docs/contract/README.md §6).
 *
 * @example redact('/api/items?key_identity=a&key[credential=b') // '/api/items?key_identity=…&key[credential=…'
 */
export function redact (url: string): string {
  return url.replace(USER_INFO, '//…@').split(SEPARATORS).map((part) => {
    if (!CREDENTIAL.test(decoded(part))) return part
    const name = part.split('=', 1)[0]!
    const plainName = decoded(name)
    return name !== part && CREDENTIAL.test(plainName) && !plainName.includes('=') ? `${name}=…` : '…'
  }).join('')
}

/**
 * An address of this server that is safe to store and to redirect to: without parameters that contain credentials, and
 * `/` if the path contains one.
 *
 * @example withoutCredentials('/admin/user?key_identity=a&page=2') // '/admin/user?page=2'
 */
export function withoutCredentials (address: string): string {
  const [path, ...queries] = address.split(/[?#]/)
  if (CREDENTIAL.test(decoded(path!))) return '/'
  const rest = queries.join('&').split('&').filter((part) => part !== '' && !CREDENTIAL.test(decoded(part)))
  return rest.length === 0 ? path! : `${path!}?${rest.join('&')}`
}

/** Decodes valid escapes and keeps others. Names of credentials are ASCII, so bytes can be taken for characters. */
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

/** How logs print requests. */
export const serializers = { req: describe }

/**
 * Removes credentials from all log lines about a request, also if the embedding application has its own serializers.
 */
function redactionPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  // Without a logger there is nothing to redact, and Fastify does not have to create a child logger for each request.
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
