import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address of a host is not one that everyone on the internet can reach. */
export class PrivateAddressError extends Error {
  constructor (readonly host: string) {
    super(`${host} has a private address`)
    this.name = 'PrivateAddressError'
  }
}

/** What of IPv6 has been given out (IANA). The rest holds old ways of writing IPv4 addresses, and surprises. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for addresses of the public internet. Private, loopback, link-local, shared (RFC 6598), documentation,
 * multicast and reserved addresses are not public, nor are IPv6 addresses that carry an IPv4 address inside
 * (mapped ones count as what they carry).
 */
export function isPublicAddress (address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST))
}

/**
 * A `lookup` for sockets that refuses a host when any of its addresses is not public. The socket connects to what
 * this gave it: the name is not resolved a second time, so it cannot change in between (DNS rebinding).
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
