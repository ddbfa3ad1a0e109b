import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Health } from '../../api/operations/monitor.js'

/** Load balancers request these every few seconds; a line in the log for each would hide everything else. */
export const QUIET = { logLevel: 'warn', schema: { hide: true } as object, config: { varies: false, cost: 0 } } as const

function conditionOf ({ isUsed, lag, reason }: Health['replicas'][number]) {
  return { isUsed, lag: lag === undefined ? undefined : Math.round(lag * 1000) / 1000, reason }
}

/** `/health/live` and `/health/ready`, for service managers and load balancers. They contain nothing private. */
export default async function health (fastify: FastifyInstance): Promise<void> {
  function live (_request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return reply.header('cache-control', 'no-store').vitrine.sendJson({ status: 'ok' })
  }

  function ready (_request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { isReady, checks, reason, replicas } = fastify.api.monitor.health
    return reply.code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .vitrine.sendJson({
        status: isReady ? 'ok' : 'failing',
        checks,
        reason,
        ...replicas.length === 0 ? {} : { replicas: replicas.map(conditionOf) }
      })
  }

  fastify.get('/health/live', QUIET, live)
  fastify.get('/health/ready', QUIET, ready)
  fastify.get('/health', QUIET, ready)
}
