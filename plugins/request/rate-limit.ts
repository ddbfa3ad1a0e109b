import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { networkOf, isPrivateNetwork, Throttle } from '../../api/access/throttles/throttle.js'
import { SharedThrottle } from '../../api/access/throttles/shared-throttle.js'
import { siblingBuckets } from '../../api/access/throttles/sibling-buckets.js'
import type { TokenBuckets } from '../../db/engine/token-buckets.js'
import { tooManyRequests } from '../http/http-errors.js'
import { extendReply } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineReply {
    /**
     * Counts the request for its key or address, and sets headers that say how many more are allowed.
     *
     * @returns the error to answer with if there were too many.
     */
    countRequest (): Error | undefined
  }
}

/** Period in seconds of the settings `rateLimit` and `rateLimitPerKey`; requests may come at once or spread out. */
const WINDOW_SECONDS = 60

/** Maximal number of addresses whose networks are cached. */
const KNOWN_ADDRESSES_MAX = 1000

/** One of the limits: of addresses or of keys. */
class Limit {
  readonly #throttle: Throttle
  readonly #policy: string

  /**
   * @param quota requests per window.
   *
   * @param buckets token buckets that all processes share; undefined for one process.
   */
  constructor (readonly name: string, readonly quota: number, buckets: TokenBuckets | undefined) {
    const pace = { burst: quota, every: WINDOW_SECONDS / quota }
    this.#throttle = buckets === undefined ? new Throttle(pace) : new SharedThrottle(buckets, name, pace)
    this.#policy = `"${name}";q=${quota};w=${WINDOW_SECONDS}`
  }

  /**
   * Takes the cost of a request from the tokens of a client, and sets the headers of the limit
   * (draft-ietf-httpapi-ratelimit-headers-10).
   *
   * @returns seconds to wait before the request can be repeated; 0 if it is allowed.
   */
  charge (who: string, cost: number, reply: FastifyReply): number {
    const price = Math.min(cost, this.quota)
    const wait = this.#throttle.wait(who, price)
    if (wait === 0) this.#throttle.take(who, price)
    const left = Math.max(0, Math.floor(this.#throttle.left(who)))
    const untilFull = Math.ceil((this.quota - left) * WINDOW_SECONDS / this.quota)
    reply.header('ratelimit-policy', this.#policy).header('ratelimit', `"${this.name}";r=${left};t=${untilFull}`)
    return wait
  }
}

/**
 * Limits the requests of each address without a key, and of each key. Clients in private networks are not limited: they
 * are programs of the operator, or a proxy that sends the requests of all clients. Routes whose requests count as more
 * than one set `cost`.
 */
function rateLimitPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { settings: { rateLimit, rateLimitPerKey }, store } = fastify.api
  const buckets = store.engine.buckets ?? siblingBuckets()
  const ofAddresses = rateLimit === 0 ? undefined : new Limit('address', rateLimit, buckets)
  const ofKeys = rateLimitPerKey === 0 ? undefined : new Limit('key', rateLimitPerKey, buckets)
  /** The network for which an address is counted; empty for an address that is not limited. */
  const networks = new LRUCache<string, string>({
    max: KNOWN_ADDRESSES_MAX, memoMethod: (address) => isPrivateNetwork(address) ? '' : networkOf(address)
  })

  extendReply(fastify, {
    countRequest () {
      const { reply, reply: { request } } = this
      const { client, key } = request.vitrine
      const limit = key === undefined ? ofAddresses : ofKeys
      if (limit === undefined) return undefined
      const network = networks.memo(client)
      if (network === '') return undefined
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
