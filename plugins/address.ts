import type { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { BadRequestError } from '../api/errors.js'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Where the client sees this installation: scheme, host and path, no slash at the end.
     *
     * @throws BadRequestError when the Host header is not a host: what it says becomes part of every address.
     */
    baseOf (request: FastifyRequest): string
    /** The address of the client, behind a trusted proxy too. */
    clientOf (request: FastifyRequest): string
  }
}

const HOST = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/
const DEFAULT_PORT = { http: /:80$/, https: /:443$/ }

/** The first of a list that proxies append to; the one nearest to the client. */
function first (header: string | string[] | undefined): string | undefined {
  return header?.toString().split(',', 1)[0]?.trim()
}

/** The last of such a list: what our own proxy saw, which nobody else can have made up. */
function last (header: string | string[] | undefined): string | undefined {
  return header?.toString().split(',').at(-1)?.trim()
}

function isEncrypted (request: FastifyRequest): boolean {
  return (request.raw.socket as TLSSocket).encrypted === true
}

/**
 * Headers are read here and not through Fastify's `trustProxy`, which belongs to the parent application
 * (contract/http.md, notation).
 */
function addressPlugin (fastify: FastifyInstance, { root }: { root: string }, done: () => void): void {
  const { baseUrl, trustProxy } = fastify.api.settings
  const fixed = baseUrl.replace(/\/+$/, '')
  // Nearly every request names the same host as the one before it.
  let known = { scheme: '', host: '', base: '' }

  fastify.decorate('baseOf', (request: FastifyRequest): string => {
    if (fixed !== '') return fixed
    const { headers } = request.raw
    const forwarded = trustProxy ? headers : {}
    const scheme = (first(forwarded['x-forwarded-proto']) ?? (isEncrypted(request) ? 'https' : 'http')) === 'https' ? 'https' : 'http'
    const host = first(forwarded['x-forwarded-host']) ?? headers.host ?? headers[':authority']?.toString() ?? 'localhost'
    if (known.host !== host || known.scheme !== scheme) {
      if (!HOST.test(host)) throw new BadRequestError('The Host header is not the name of a host.')
      known = { scheme, host, base: `${scheme}://${host.replace(DEFAULT_PORT[scheme], '')}${root}` }
    }
    return known.base
  })

  fastify.decorate('clientOf', (request: FastifyRequest): string =>
    (trustProxy ? last(request.raw.headers['x-forwarded-for']) : undefined) ?? request.raw.socket.remoteAddress ?? '')
  done()
}

export default fp(addressPlugin, { name: 'vitrine-address', dependencies: ['vitrine-api'] })
