import type { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import ipaddr from 'ipaddr.js'
import { BadRequestError } from '../../api/core/calls/errors.js'
import { extendRequest } from '../http/namespace.js'
import { withoutTrailingSlashes } from '../../api/core/text/trailing-slashes.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /**
     * The public address of this installation: scheme, host and path, without a trailing slash.
     *
     * @throws BadRequestError when the Host header is not a host: it becomes part of every address in the answer.
     */
    readonly base: string
    /** The IP address of the client, also when it is behind a trusted proxy. */
    readonly client: string
  }
}

const HOST = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/
const DEFAULT_PORT = { http: /:80$/, https: /:443$/ }

/** The first entry of a list to which proxies append: added by the proxy nearest to the client. */
function first (header: string | string[] | undefined): string | undefined {
  return header?.toString().split(',', 1)[0]?.trim()
}

/** The last entry of such a list: added by the trusted proxy. A client can invent all entries before it. */
function last (header: string | string[] | undefined): string | undefined {
  return header?.toString().split(',').at(-1)?.trim()
}

/** The IP address in an entry of X-Forwarded-For, to which some proxies add a port; undefined if there is none. */
function ipAddressIn (entry = ''): string | undefined {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? []
  const address = bracketed ?? dotted ?? entry
  return ipaddr.isValid(address) ? address : undefined
}

function isEncrypted (request: FastifyRequest): boolean {
  return (request.raw.socket as TLSSocket).encrypted === true
}

/**
 * Reads the X-Forwarded headers itself instead of through Fastify's `trustProxy`, because that option belongs to the
 * parent application (docs/contract/http.md, notation).
 *
 * Uses the last of several hosts, which the trusted proxy has added: a client must not choose the host in the URLs of
 * an answer. Uses the first scheme, because only the outermost of several proxies knows it; a false one does little
 * harm.
 */
function addressPlugin (fastify: FastifyInstance, { root }: { root: string }, done: () => void): void {
  const { baseUrl, trustProxy } = fastify.api.settings
  const fixed = withoutTrailingSlashes(baseUrl)
  fastify.api.mountedAt(root)
  // Most consecutive requests have the same host, so the last URL is cached.
  let known = { scheme: '', host: '', base: '' }

  function baseOf (request: FastifyRequest): string {
    if (fixed !== '') return fixed
    const { headers } = request.raw
    const forwarded = trustProxy ? headers : {}
    const seen = first(forwarded['x-forwarded-proto'])
    const scheme = (seen === undefined ? isEncrypted(request) : seen === 'https') ? 'https' : 'http'
    const named = headers.host ?? headers[':authority']?.toString() ?? 'localhost'
    const host = last(forwarded['x-forwarded-host']) ?? named
    if (known.host !== host || known.scheme !== scheme) {
      if (!HOST.test(host)) throw new BadRequestError('The Host header is not the name of a host.')
      known = { scheme, host, base: `${scheme}://${host.replace(DEFAULT_PORT[scheme], '')}${root}` }
    }
    return known.base
  }

  extendRequest(fastify, {
    get base () { return baseOf(this.request) },
    get client () {
      const { headers, socket } = this.request.raw
      return (trustProxy ? ipAddressIn(last(headers['x-forwarded-for'])) : undefined) ?? socket.remoteAddress ?? ''
    }
  })
  done()
}

export default fp(addressPlugin, { name: 'vitrine-address', dependencies: ['vitrine-api', 'vitrine-namespace'] })
