import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that a single household or server is given; the rest it chooses as it likes. */
const SITE_BITS = 64

/** What counts as one place to come from: an IPv4 address, or the network of an IPv6 address. */
export function networkOf (address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${SITE_BITS}`).toString() : parsed.toString()
}
