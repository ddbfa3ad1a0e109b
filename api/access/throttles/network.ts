import ipaddr from 'ipaddr.js'

/** Prefix length of the IPv6 network that one customer usually gets and in which it chooses addresses freely. */
const SITE_BITS = 64

/** The unit by which clients are throttled: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf (address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${SITE_BITS}`).toString()
}

const PRIVATE = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/** Whether an address is a loopback or private one (RFC 1918, RFC 4193), or no IP address at all. */
export function isPrivateNetwork (address: string): boolean {
  return !ipaddr.isValid(address) || PRIVATE.has(ipaddr.process(address).range())
}
