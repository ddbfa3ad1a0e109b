import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A host resolves to an address that is not on the public internet. */
export class PrivateAddressError extends Error {
  constructor (readonly host: string) {
    super(`${host} has a private address`)
    this.name = 'PrivateAddressError'
  }
}

/** Interim responses, such as 103 Early Hints, before the final one: sent without end, they occupy the program. */
const INTERIM_RESPONSES_MAX = 20

/** The part of IPv6 that IANA has assigned. Other parts embed IPv4 addresses in obsolete ways, or are reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is on the public internet. Private, loopback, link-local, shared (RFC 6598), documentation,
 * multicast and reserved addresses are not. Neither are IPv6 addresses that embed an IPv4 address, except mapped ones,
 * which are treated like the embedded address.
 */
export function isPublicAddress (address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST))
}

/** The host of a URL: a name in lower case, or an IP address. */
export function hostOf ({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase()
}

/**
 * A `lookup` for sockets that refuses a host if any of its addresses is not public. The socket connects to the address
 * that was checked: resolving the name again could return another address (DNS rebinding).
 */
export function publicLookup (resolve: LookupFunction = dns.lookup as LookupFunction): LookupFunction {
  return (host, options, done) => {
    resolve(host, options, (error, address, family) => {
      const found = Array.isArray(address) ? address.map((one) => one.address) : [address]
      if (error === null && !found.every(isPublicAddress)) done(new PrivateAddressError(host), [])
      else done(error, address, family)
    })
  }
}

/**
 * Opens a request over a connection of its own, unless `options` name an agent: the address of a pooled connection was
 * checked for an earlier request only.
 * @param isTrusted whether the host may have a private address.
 * @param resolve resolves host names; default: the system's resolver.
 * @throws PrivateAddressError for a host that is an IP address, for which a socket does not call `lookup`; for other
 *   hosts it is the error of the request.
 */
export function openRequest (
  url: URL, options: http.RequestOptions, isTrusted: boolean, resolve?: LookupFunction
): http.ClientRequest {
  const host = hostOf(url)
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError(host)
  const lookup = isTrusted ? resolve : publicLookup(resolve)
  const request = (url.protocol === 'https:' ? https : http).request(url, { agent: false, ...options, lookup })
  let interim = 0
  request.on('information', () => {
    if (++interim > INTERIM_RESPONSES_MAX) request.destroy(new Error('the server sends no final response'))
  })
  // After "101 Switching Protocols" Node.js emits neither `response` nor `error`, also not when the request is aborted.
  return request.once('upgrade', (_response, socket) => {
    socket.destroy()
    request.emit('error', new Error('the server switched to another protocol'))
  })
}
