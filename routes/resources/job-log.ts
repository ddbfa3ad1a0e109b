import type { Static } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { JobLog } from '../../schemas/administration/jobs.js'
import { idIn, readOnly } from '../shared/address.js'
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
  readOnly<{ Params: Static<typeof IdParams> }>(fastify, '/jobs/:id/log', schema, async (request, reply) => {
    const id = idIn(request, 'Job')
    const { status, progress, log } = await fastify.api.jobs.report(id, request.vitrine.actor)
    return reply.vitrine.sendJson({ 'o:id': id, 'o:status': status, progress, log })
  })
}
