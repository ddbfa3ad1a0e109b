import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { workerName } from '../../../api/access/throttles/worker.js'
import { forOwnOrigin } from '../../../plugins/reply/cors.js'
import { noSuchPage } from '../../../plugins/http/http-errors.js'
import type { MetricsSource } from './registry.js'
import { Siblings } from './siblings.js'

/** A request with one of these headers came through a proxy, whose own connections may all be from this computer. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** Milliseconds between two measurements of the delay of the event loop. */
const RESOLUTION_MS = 20

/** Whether a request comes from a program on this computer, and not through a proxy on it. */
function isFromThisComputer ({ raw: { headers, socket } }: FastifyRequest): boolean {
  const { remoteAddress = '' } = socket
  return ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback' &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
}

/** `/metrics` for Prometheus. Clients that may not read it get 404. */
export default async function metrics (fastify: FastifyInstance): Promise<void> {
  const { api, requestFigures: requests } = fastify
  const readers = api.settings.metrics
  if (requests === undefined) return
  const lateness = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  fastify.addHook('onClose', async () => { lateness.disable() })
  const source: MetricsSource = { monitor: api.monitor, requests, lateness }
  let registry: Promise<{ contentType: string, metrics (): Promise<string> }> | undefined

  /**
   * Called at the first request for metrics. Most servers get none: they should neither load the library nor measure
   * the delay of the event loop fifty times a second.
   */
  async function begin () {
    lateness.enable()
    const { registryOf } = await import('./registry.js')
    return registryOf(source)
  }

  async function readOwn (): Promise<string> {
    registry ??= begin()
    return await (await registry).metrics()
  }

  const siblings = workerName() === undefined ? undefined : new Siblings(readOwn)
  fastify.addHook('onClose', async () => { siblings?.close() })

  async function read (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (readers === 'loopback' && !isFromThisComputer(request)) throw noSuchPage()
    registry ??= begin()
    const { contentType } = await registry
    const text = await (siblings?.readAll() ?? readOwn())
    // For monitoring only: no page of another origin that is open on this computer may read it.
    return forOwnOrigin(reply).header('cache-control', 'no-store').header('content-type', contentType).send(text)
  }

  fastify.get('/metrics', { logLevel: 'warn', schema: { hide: true } as object, config: { varies: false, cost: 0 } }, read)
}
