import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { networkOf, isPrivateNetwork } from '../../api/access/throttles/network.js'
import { SharedThrottle } from '../../api/access/throttles/shared-throttle.js'
import { siblingBuckets } from '../../api/access/throttles/sibling-buckets.js'
import { Throttle } from '../../api/access/throttles/throttle.js'
import type { TokenBuckets } from '../../db/engine/token-buckets.js'
import { tooManyRequests } from '../http/http-errors.js'
import { extendReply } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineReply {
    /**
     * Counts the request to whoever sent it, and tells in headers how many more there may be.
     *
     * @returns the error to answer with when there were too many.
     */
    countRequest (): Error | undefined
  }
}

/** Seconds in which as many requests as a setting says are allowed, at once or spread out. */
const WINDOW = 60

/** Maximal number of addresses whose networks are cached. */
const MAX_KNOWN = 1000

/** One of the limits, as headers name it. */
class Limit {
  readonly #throttle: Throttle
  readonly #policy: string

  /** @param quota requests in a window. @param buckets that all processes share, if there are such. */
  constructor (readonly name: string, readonly quota: number, buckets: TokenBuckets | undefined) {
    const pace = { burst: quota, every: WINDOW / quota }
    this.#throttle = buckets === undefined ? new Throttle(pace) : new SharedThrottle(buckets, name, pace)
    this.#policy = `"${name}";q=${quota};w=${WINDOW}`
  }

  /**
   * Takes what a request costs from what somebody has left, and says so (draft-ietf-httpapi-ratelimit-headers-10).
   *
   * @returns seconds to wait before it can be sent again; 0 when it is allowed.
   */
  charge (who: string, cost: number, reply: FastifyReply): number {
    const price = Math.min(cost, this.quota)
    const wait = this.#throttle.wait(who, price)
    if (wait === 0) this.#throttle.take(who, price)
    const left = Math.max(0, Math.floor(this.#throttle.left(who)))
    const untilFull = Math.ceil((this.quota - left) * WINDOW / this.quota)
    reply.header('ratelimit-policy', this.#policy).header('ratelimit', `"${this.name}";r=${left};t=${untilFull}`)
    return wait
  }
}

/**
 * Limits how many requests an address without a key, and a key, may make; counters are those of api/accounts/throttle.
 * Clients in private networks are not limited: they are programs of the house, or a proxy that stands for everybody.
 * Routes say with `cost` that they count for more than one.
 */
function rateLimitPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { settings: { rateLimit, rateLimitPerKey }, store } = fastify.api
  const buckets = store.buckets ?? siblingBuckets()
  const ofAddresses = rateLimit === 0 ? undefined : new Limit('address', rateLimit, buckets)
  const ofKeys = rateLimitPerKey === 0 ? undefined : new Limit('key', rateLimitPerKey, buckets)
  const known = new Map<string, string | undefined>()

  /** The network that an address is counted by; undefined for one that is not limited. */
  function countedAs (address: string): string | undefined {
    if (known.has(address)) return known.get(address)
    const network = isPrivateNetwork(address) ? undefined : networkOf(address)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(address, network)
    return network
  }

  extendReply(fastify, {
    countRequest () {
      const { reply, reply: { request } } = this
      const { client, key } = request.vitrine
      const limit = key === undefined ? ofAddresses : ofKeys
      const network = limit === undefined ? undefined : countedAs(client)
      if (limit === undefined || network === undefined) return undefined
      const wait = limit.charge(key ?? network, request.routeOptions.config.cost ?? 1, reply)
      if (wait === 0) return undefined
      reply.header('retry-after', wait)
      return tooManyRequests(wait)
    }
  })
  done()
}

/** Counts every request to the routes around it. */
export const rateLimited = fp((fastify: FastifyInstance, _options: object, done: () => void) => {
  fastify.addHook('onRequest', (_request: FastifyRequest, reply, next) => { next(reply.vitrine.countRequest()) })
  done()
}, { name: 'vitrine-rate-limited', dependencies: ['vitrine-rate-limit'] })

export default fp(rateLimitPlugin, { name: 'vitrine-rate-limit', dependencies: ['vitrine-api', 'vitrine-address'] })
