import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Query } from '../../api/core/calls/call.js'
import { NotFoundError } from '../../api/core/calls/errors.js'
import { ImportError } from '../../api/move/import/records/problems.js'
import { toId } from '../../api/core/text/numbers.js'
import { policyWith } from '../../plugins/pages/pages.js'
import { pageOf, sliceOf } from '../../web/page-links.js'
import { jobPage, type JobPageFacts } from '../../web/pages/jobs/job.js'
import { jobsPage } from '../../web/pages/jobs/jobs.js'
import { spellings } from '../paths.js'
import { textIn } from './text-in.js'

const JOBS = 25
const LINES = 200
/** Records that are named where a job has failed. */
const REASONS = 3

/** More than any log has: the page that is shown when none is chosen, for the end is the news. */
const LAST = '999999999'

/** The script of these pages asks for them again. */
const POLICY = policyWith({ 'connect-src': "'self'" })

/** Why a job has failed: the end of its log, and the first records that it says are wrong. */
function reasonsIn (log: readonly string[]): string[] {
  const texts = log.map((line) => line.replace(/^\S+ /, ''))
  const wrong = texts.filter((text) => /^[A-Z][a-z]+ \d+: (?!warning: )/.test(text)).slice(0, REASONS)
  return [...texts.slice(-1), ...wrong]
}

/** What runs and ran, for administrators (docs/contract/acl.md §3). */
export default async function jobs (fastify: FastifyInstance): Promise<void> {
  const page = { schema: { hide: true } as object, config: { needsSession: true } }
  const { jobs } = fastify.api
  fastify.addHook('onRequest', async (_request, reply) => { reply.header('content-security-policy', POLICY) })

  function idOf (request: FastifyRequest): number {
    const { id } = request.params as { id: string }
    const known = toId(id)
    if (known === undefined) throw NotFoundError.entity('Job', id)
    return known
  }

  async function show (
    request: FastifyRequest, reply: FastifyReply, more: Pick<JobPageFacts, 'done' | 'problem'> = {}
  ): Promise<FastifyReply> {
    const { actor } = request.vitrine.person
    const id = idOf(request)
    const job = await jobs.facts(id, actor)
    const { log } = await jobs.report(id, actor)
    const shown = sliceOf(log, textIn(request.query as Query, 'page') || LAST, LINES)
    const undoable = await fastify.api.imports.undoable(id, actor)
    const upload = (await fastify.api.importUploads.list(actor)).find(({ jobId }) => jobId === id)
    const facts = {
      job,
      log: shown,
      undoable,
      uploadId: upload?.id,
      filename: upload?.filename ?? undoable?.filename,
      made: undoable?.first.map((one) => ({ ...one, isItemSet: one.kind === 'item_set' })) ?? [],
      reasons: job.status === 'error' ? reasonsIn(log) : []
    }
    return await reply.vitrine.sendPage((frame) => jobPage(frame, { ...facts, ...more }))
  }

  for (const url of spellings(fastify, '/admin/job')) {
    fastify.get(url, page, async (request, reply) => {
      const { actor } = request.vitrine.person
      const total = await jobs.count(actor)
      const at = pageOf(textIn(request.query as Query, 'page'), total, JOBS)
      const rows = await jobs.list({ offset: at.first - 1, limit: JOBS }, actor)
      return await reply.vitrine.sendPage((frame) => jobsPage(frame, { rows, total, ...at }))
    })
  }

  fastify.get('/admin/job/:id', page, async (request, reply) =>
    await show(request, reply, { done: textIn(request.query as Query, 'done') }))

  fastify.post('/admin/job/:id/stop', page, async (request, reply) => {
    const id = idOf(request)
    const { actor } = request.vitrine.person
    await jobs.facts(id, actor)
    try {
      await jobs.stop(id, actor)
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
      const { words } = await reply.vitrine.frame()
      return await show(request, reply.code(409), { problem: words.jobs.over })
    }
    return reply.vitrine.redirectTo(`/admin/job/${id}?done=stopping`)
  })

  fastify.post('/admin/job/:id/undo', page, async (request, reply) => {
    const id = idOf(request)
    const { actor } = request.vitrine.person
    await jobs.facts(id, actor)
    try {
      const undoing = await fastify.api.imports.startUndo(id, actor)
      return reply.vitrine.redirectTo(`/admin/job/${undoing}`)
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      const { words } = await reply.vitrine.frame()
      return await show(request, reply.code(409), { problem: words.jobs.notUndone })
    }
  })

  // Where the language switch leads after the answer to a form.
  for (const form of ['stop', 'undo']) {
    fastify.get(`/admin/job/:id/${form}`, page, async (request, reply) =>
      reply.vitrine.redirectTo(`/admin/job/${idOf(request)}`))
  }
}
