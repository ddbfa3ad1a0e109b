import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ATOMIC_MAX_LINES, type BulkOutcome } from '../../api/operations/bulk/bulk.js'
import type { NumberedLine } from '../../api/operations/bulk/plan.js'
import type { Query } from '../../api/core/calls/call.js'
import { BusyError, type ApiError } from '../../api/core/calls/errors.js'
import { toFlag } from '../../api/core/calls/given.js'
import { payloadDecoder } from '../../plugins/body/bodies.js'
import { refusalOf } from '../../plugins/reply/errors.js'
import { ndjsonLines } from '../../plugins/http/ndjson.js'
import { BulkLine, BulkResult } from '../../schemas/exchange/bulk.js'
import { BulkQuery } from '../../schemas/shared/query.js'
import { addAddress } from '../shared/address.js'
import { ERRORS } from '../../schemas/shared/common.js'

const NDJSON = 'application/x-ndjson'

/** Maximum size of a request with `atomic`, as a multiple of `bodyLimit`, the maximum for one resource. */
const ATOMIC_BODY_LIMITS = 8

/**
 * Many changes of any resources: one change per line, and one line with the result for each as soon as it is written.
 */
export default async function bulk (fastify: FastifyInstance): Promise<void> {
  const { api } = fastify
  const { bodyLimit, valueLimit } = api.settings
  const decode = payloadDecoder(api.settings)
  let isClosing = false
  fastify.addHook('preClose', (done) => {
    isClosing = true
    done()
  })

  async function handle (request: FastifyRequest<{ Querystring: Query }>, reply: FastifyReply): Promise<FastifyReply> {
    const { actor, base } = request.vitrine
    const call = { actor, valueLimit, strict: reply.vitrine.settle(['strict', 'minimal'], false).strict }
    const isAtomic = toFlag(request.query.atomic)
    const limits = { line: bodyLimit, ...(isAtomic && { all: bodyLimit * ATOMIC_BODY_LIMITS }) }
    const lines = ndjsonLines(request.raw, limits, decode)
    const text = (outcome: BulkOutcome): string => `${JSON.stringify(resultOf(outcome, base, request))}\n`
    reply.header('content-type', NDJSON).header('cache-control', 'no-store')
    if (isAtomic) {
      const outcomes = await api.bulk.runWhole(lines, call)
      const failed = outcomes.find((outcome) => !outcome.ok)
      if (failed !== undefined) reply.code(refusalOf(failed.error as ApiError).status)
      return await reply.send(outcomes.map(text).join(''))
    }
    return await reply.send(Readable.from(texts(api.bulk.runChunks(unlessClosing(lines), call)), { objectMode: false }))

    async function * texts (groups: AsyncIterable<BulkOutcome[]>): AsyncGenerator<string> {
      let line = 0
      try {
        for await (const outcomes of groups) {
          line = outcomes.at(-1)!.line
          yield outcomes.map(text).join('')
        }
      } catch (error) {
        // The status has already been sent, so a last line reports why no more follow.
        yield text({ line: line + 1, ok: false, error: error as Error })
      }
    }

    async function * unlessClosing (chunks: AsyncIterable<NumberedLine[]>): AsyncGenerator<NumberedLine[]> {
      for await (const chunk of chunks) {
        if (isClosing) throw new BusyError('The server is stopping. This line and what follows is left undone.')
        yield chunk
      }
    }
  }

  const config = {
    streams: NDJSON,
    async authorize (request: FastifyRequest) { await api.bulk.authorize(request.vitrine.actor) }
  }
  addAddress<{ Querystring: Query }>(fastify, '/bulk', ['create'], [{ method: 'POST', schema: SCHEMA, config, handler: handle }])
}

const SCHEMA = {
  operationId: 'createBulk',
  summary: 'Change many resources',
  description: 'One `BulkLine` a line; one `BulkResult` a line comes back as soon as it is written, while more lines ' +
    `are sent. With \`atomic\` all are done or none: at most ${ATOMIC_MAX_LINES} lines.`,
  tags: ['bulk'],
  querystring: Type.Unsafe<Query>(BulkQuery),
  body: BulkLine,
  response: { 200: BulkResult, ...ERRORS }
}

/** The result of one change as it is sent. Internal errors are logged; the client does not see their messages. */
function resultOf (outcome: BulkOutcome, base: string, request: FastifyRequest): BulkResult {
  const { line } = outcome
  if (outcome.ok) {
    const { op, resource, id, ignored, warnings } = outcome
    const address = `${base}/api/${resource}/${id}`
    return {
      line,
      status: 200,
      op,
      resource,
      ...(op !== 'delete' && { '@id': address }),
      'o:id': id,
      ...(ignored.length > 0 && { ignored: [...ignored] }),
      ...(warnings.length > 0 && { warnings: [...warnings] })
    }
  }
  const { status, body } = refusalOf(outcome.error as ApiError)
  if (status >= 500) request.log.error({ err: outcome.error, line }, outcome.error.message)
  return { line, status, errors: body.errors }
}
