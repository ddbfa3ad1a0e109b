import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { NotFoundError } from '../api/errors.js'
import { toId } from '../api/numbers.js'
import { ErrorBody } from '../schemas/common.js'
import { JobLog, JobPayload, JobQuery, JobSchema } from '../schemas/jobs.js'
import { readOnly } from './read-only.js'
import { resourceRoutes } from './resource.js'

const operations = resourceRoutes({
  name: 'jobs',
  schema: 'Job',
  one: 'job',
  many: 'jobs',
  query: JobQuery,
  payload: JobPayload,
  representation: JobSchema
})

/** Jobs; how far one has come and what it has logged stands beside its representation, which clients know without. */
export default async function jobs (fastify: FastifyInstance): Promise<void> {
  await fastify.register(operations)
  const schema = {
    operationId: 'readJobLog',
    summary: 'Read the log of one: job',
    tags: ['jobs'],
    params: Type.Object({ id: Type.String({ description: 'Id of the job' }) }),
    response: { 200: JobLog, '4xx': ErrorBody }
  }
  readOnly(fastify, '/jobs/:id/log', schema, async (request, reply) => {
    const { id } = request.params as { id: string }
    const known = toId(id)
    if (known === undefined) throw NotFoundError.entity('Job', id)
    const { status, progress, log } = await fastify.api.jobs.report(known, request.vitrine.actor)
    return reply.vitrine.sendJson({ 'o:id': known, 'o:status': status, progress, log })
  })
}
