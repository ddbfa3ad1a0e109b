import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { Taken, TokenBuckets } from '../../../db/engine/token-buckets.js'

/** Parameters of a token bucket: its capacity, and the seconds after which it gains one token. */
export interface Pace { burst: number, every: number }

interface Bucket { level: number, since: number }

/** An evicted bucket starts full again, but evicting one takes as many other names as this. */
const BUCKETS_MAX = 100_000

/** Seconds until a bucket of this level has that many tokens; 0 when it has them now. */
export function waitFor (tokens: number, level: number, { every }: Pace): number {
  return Math.max(0, Math.ceil((tokens - level) * every))
}

/**
 * Limits how often something is done, with one token bucket per name. A client is never locked out for longer than its
 * bucket takes to gain a token.
 */
export class Throttle {
  // Limited by `maxSize`, because `max` would make the cache allocate memory for all buckets at start.
  readonly #buckets = new LRUCache<string, Bucket>({ maxSize: BUCKETS_MAX, sizeCalculation: () => 1 })

  /** @param clock returns seconds, and is never set back, which would lock out every client for as long. */
  constructor (protected readonly pace: Pace, private readonly clock: () => number = () => performance.now() / 1000) {}

  /** Seconds until that many tokens are available; 0 when they are available now. */
  wait (name: string, tokens = 1): number {
    return waitFor(tokens, this.left(name), this.pace)
  }

  /** Takes tokens; a negative number returns tokens. */
  take (name: string, tokens = 1): void {
    this.correct(name, this.left(name) - tokens)
  }

  /** The available tokens, as a fraction. */
  left (name: string): number {
    const bucket = this.#buckets.get(name)
    if (bucket === undefined) return this.pace.burst
    return Math.min(this.pace.burst, bucket.level + (this.clock() - bucket.since) / this.pace.every)
  }

  /** Replaces the number of available tokens. */
  correct (name: string, level: number): void {
    this.#buckets.set(name, { level, since: this.clock() })
  }
}

/**
 * Token buckets of a single process. Each combination of burst and pace has its own throttle, so a flood of names in
 * one does not evict the buckets of another.
 */
export class MemoryBuckets implements TokenBuckets {
  readonly #throttles = new Map<string, Throttle>()

  async take (taken: readonly Taken[], isForced = false): Promise<number[]> {
    const levels = taken.map(({ bucket }) => this.#of(bucket).left(bucket.name))
    if (isForced || taken.every(({ tokens }, at) => levels[at]! >= tokens)) {
      for (const { bucket, tokens } of taken) this.#of(bucket).take(bucket.name, tokens)
    }
    return levels
  }

  #of ({ burst, every }: { burst: number, every: number }): Throttle {
    const pace = `${burst} ${every}`
    let throttle = this.#throttles.get(pace)
    if (throttle === undefined) this.#throttles.set(pace, throttle = new Throttle({ burst, every }))
    return throttle
  }
}

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
