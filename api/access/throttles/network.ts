import ipaddr from 'ipaddr.js'

/** Prefix lengths of the network that one customer usually gets and in which it chooses addresses freely. */
const CUSTOMER_BITS = { ipv4: 32, ipv6: 64 }

/** Prefix lengths of the smallest networks that providers announce: what is in one usually belongs to one operator. */
const OPERATOR_BITS = { ipv4: 24, ipv6: 48 }

/**
 * The unit by which clients are throttled: an IPv4 address, or the /64 network of an IPv6 address; the address itself
 * if it is no IP address.
 */
export function networkOf (address: string): string {
  return ipaddr.isValid(address) ? prefixOf(ipaddr.process(address), CUSTOMER_BITS) : address
}

/** `networkOf` an address, and the network around it: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function networksOf (address: string): [own: string, around: string] {
  if (!ipaddr.isValid(address)) return [address, address]
  const parsed = ipaddr.process(address)
  return [prefixOf(parsed, CUSTOMER_BITS), prefixOf(parsed, OPERATOR_BITS)]
}

function prefixOf (parsed: ipaddr.IPv4 | ipaddr.IPv6, bits: typeof CUSTOMER_BITS): string {
  const kind = parsed instanceof ipaddr.IPv6 ? ipaddr.IPv6 : ipaddr.IPv4
  return kind.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${bits[parsed.kind()]}`).toString()
}

const PRIVATE = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/** Whether an address is a loopback or private one (RFC 1918, RFC 4193), or no IP address at all. */
export function isPrivateNetwork (address: string): boolean {
  return !ipaddr.isValid(address) || PRIVATE.has(ipaddr.process(address).range())
}
