import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { workerName } from '../../../api/access/throttles/worker.js'
import { forOwnOrigin } from '../../../plugins/reply/cors.js'
import { noSuchPage } from '../../../plugins/http/http-errors.js'
import { QUIET } from '../health.js'
import { metricsReader, type Metric } from './own-metrics.js'
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
  let reader: (() => Promise<Metric[]>) | undefined

  /** The delay of the event loop is measured, fifty times a second, from the first request for metrics on. */
  async function read (): Promise<Metric[]> {
    if (reader === undefined) {
      lateness.enable()
      reader = metricsReader({ monitor: api.monitor, requests: requests!, lateness })
    }
    return await reader()
  }

  const siblings = workerName() === undefined ? undefined : new Siblings(read)
  fastify.addHook('onClose', async () => { siblings?.close() })

  async function answer (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (readers === 'loopback' && !isFromThisComputer(request)) throw noSuchPage()
    // Loaded here, because most servers have no monitoring.
    const { AggregatorRegistry } = await import('prom-client')
    const all = AggregatorRegistry.aggregate([await read(), ...await siblings?.readOthers() ?? []])
    // For monitoring only: no page of another origin that is open on this computer may read it.
    return forOwnOrigin(reply).header('cache-control', 'no-store').header('content-type', all.contentType)
      .send(await all.metrics())
  }

  fastify.get('/metrics', QUIET, answer)
}
