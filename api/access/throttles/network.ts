import ipaddr from 'ipaddr.js'

/** Prefix lengths of the network that one customer usually gets and in which it chooses addresses freely. */
const CUSTOMER_BITS = { ipv4: 32, ipv6: 64 }

/** Prefix lengths of the smallest networks that providers announce: what is in one usually belongs to one operator. */
const OPERATOR_BITS = { ipv4: 24, ipv6: 48 }

/** The unit by which clients are throttled: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf (address: string): string {
  return prefixOf(address, CUSTOMER_BITS)
}

/** The network around a client: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function operatorNetworkOf (address: string): string {
  return prefixOf(address, OPERATOR_BITS)
}

/** @returns the address itself if it is no IP address. */
function prefixOf (address: string, bits: typeof CUSTOMER_BITS): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const kind = parsed instanceof ipaddr.IPv6 ? ipaddr.IPv6 : ipaddr.IPv4
  return kind.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${bits[parsed.kind()]}`).toString()
}

const PRIVATE = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/** Whether an address is a loopback or private one (RFC 1918, RFC 4193), or no IP address at all. */
export function isPrivateNetwork (address: string): boolean {
  return !ipaddr.isValid(address) || PRIVATE.has(ipaddr.process(address).range())
}
