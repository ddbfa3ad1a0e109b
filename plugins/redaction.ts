import type { FastifyRequest, RegisterOptions } from 'fastify'

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

/** Serializers for every log line of this installation, whatever those of the parent print. */
export const logSerializers = {
  req: ({ method, url, raw }: FastifyRequest) =>
    ({ method, url: redact(url), remoteAddress: raw.socket?.remoteAddress, remotePort: raw.socket?.remotePort })
} as unknown as NonNullable<RegisterOptions['logSerializers']>
