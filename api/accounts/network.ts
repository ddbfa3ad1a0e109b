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
