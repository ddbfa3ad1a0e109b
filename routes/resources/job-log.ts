import type { Static } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../api/core/calls/errors.js'
import { toId } from '../../api/core/text/numbers.js'
import { JobLog } from '../../schemas/administration/jobs.js'
import { readOnly } from '../shared/read-only.js'
import { ERRORS, IdParams } from '../../schemas/shared/common.js'

/** Serves progress and log of a job. They are not part of its representation, which is the one of the reference. */
export default async function jobLog (fastify: FastifyInstance): Promise<void> {
  const schema = {
    operationId: 'readJobLog',
    summary: 'Read the log of a job',
    tags: ['jobs'],
    params: IdParams,
    response: { 200: JobLog, ...ERRORS }
  }
  readOnly(
    fastify,
    '/jobs/:id/log',
    schema,
    async (request: FastifyRequest<{ Params: Static<typeof IdParams> }>, reply) => {
      const { id } = request.params
      const known = toId(id)
      if (known === undefined) throw NotFoundError.entity('Job', id)
      const { status, progress, log } = await fastify.api.jobs.report(known, request.vitrine.actor)
      return reply.vitrine.sendJson({ 'o:id': known, 'o:status': status, progress, log })
    }
  )
}
