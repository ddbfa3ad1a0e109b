import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts of the requests to this instance of Vitrine; undefined if the setting `metrics` is `off`. */
    requestFigures: RequestFigures | undefined
  }
}

/** Upper bounds of the classes into which durations are counted, in seconds. */
export const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** The requests of one method to one route. */
export interface RouteFigures {
  method: string
  /** The pattern of the route, never an address, because clients can invent any number of addresses. */
  route: string
  /** Number of answers by status. */
  statuses: Map<number, number>
  /** Number of answers by class of duration; the last one has no upper bound. */
  durations: number[]
  /** Seconds of all answers together. */
  seconds: number
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The counters and the start time of a request while it is being answered. */
const UNDER_WAY = Symbol('vitrine.underWay')
type Counted = ServerResponse & { [UNDER_WAY]?: { figures: RouteFigures, begin: number } }

/** Counts the requests of one instance of Vitrine. */
export class RequestFigures {
  /** By the configuration object of the route, which is made once; a lookup in it costs less than joining a key. */
  readonly #routes = new Map<object, Map<string, RouteFigures>>()

  get all (): RouteFigures[] {
    return [...this.#routes.values()].flatMap((methods) => [...methods.values()])
  }

  of (config: { url?: string }, method: string): RouteFigures {
    let methods = this.#routes.get(config)
    if (methods === undefined) this.#routes.set(config, methods = new Map())
    let figures = methods.get(method)
    if (figures === undefined) {
      // In a request without a route, the client may have invented the method as well.
      const name = METHODS.has(method) ? method : 'other'
      figures = methods.get(name) ?? {
        method: name,
        route: config.url ?? 'none',
        statuses: new Map(),
        durations: Array.from({ length: DURATIONS.length + 1 }, () => 0),
        seconds: 0
      }
      methods.set(name, figures)
    }
    return figures
  }
}

/** A listener without a closure, since one is added to every response. */
function count (this: Counted): void {
  const { figures, begin } = this[UNDER_WAY]!
  const seconds = (performance.now() - begin) / 1000
  let at = 0
  while (at < DURATIONS.length && seconds > DURATIONS[at]!) at++
  figures.durations[at]!++
  figures.seconds += seconds
  figures.statuses.set(this.statusCode, (figures.statuses.get(this.statusCode) ?? 0) + 1)
}

/**
 * Counts requests for `/metrics`. Not in Fastify's `onResponse`, which adds two listeners and two closures to each
 * response.
 */
function requestFiguresPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const figures = fastify.api.settings.metrics === 'off' ? undefined : new RequestFigures()
  fastify.decorate('requestFigures', figures)
  if (figures !== undefined) {
    fastify.addHook('onRequest', (request, reply, next) => {
      const response: Counted = reply.raw
      response[UNDER_WAY] = {
        figures: figures.of(request.routeOptions.config, request.method), begin: performance.now()
      }
      // Not `on`: a response of `inject` may emit `finish` twice.
      response.once('finish', count)
      next()
    })
  }
  done()
}

export default fp(requestFiguresPlugin, { name: 'vitrine-request-figures', dependencies: ['vitrine-api'] })
