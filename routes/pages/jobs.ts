import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../api/core/calls/errors.js'
import { ImportError } from '../../api/move/pipeline/problems.js'
import { policyWith } from '../../plugins/pages/pages.js'
import { pageOf, sliceOf } from '../../web/page-links.js'
import { jobPage, type JobPageFacts } from '../../web/pages/jobs/job.js'
import { jobsPage } from '../../web/pages/jobs/jobs.js'
import { idIn, withTrailingSlash, type OfOne } from '../shared/address.js'
import { leadBack, SIGNED_IN, textIn } from './page.js'

const JOBS_PER_PAGE = 25
const LINES_PER_PAGE = 200
/** Maximum number of faulty records that are shown for a failed job. */
const FAULTY_RECORDS_SHOWN = 3

/** A page number beyond every log, which shows its last page: the default, because the newest lines are there. */
const LAST_PAGE = '999999999'

/** The script of these pages reloads them with `fetch`. */
const POLICY = policyWith({ 'connect-src': "'self'" })

/** Why a job has failed: the last line of its log, and the first records that it reports as faulty. */
function reasonsIn (log: readonly string[]): string[] {
  const texts = log.map((line) => line.replace(/^\S+ /, ''))
  const wrong = texts.filter((text) => /^[A-Z][a-z]+ \d+: (?!warning: )/.test(text)).slice(0, FAULTY_RECORDS_SHOWN)
  return [...texts.slice(-1), ...wrong]
}

/** The pages of current and past jobs, for administrators (docs/contract/acl.md §3). */
export default async function jobs (fastify: FastifyInstance): Promise<void> {
  const { jobs } = fastify.api
  fastify.addHook('onRequest', async (_request, reply) => { reply.header('content-security-policy', POLICY) })

  async function show (
    request: FastifyRequest<OfOne>, reply: FastifyReply, more: Pick<JobPageFacts, 'problem'> = {}
  ): Promise<FastifyReply> {
    const { actor } = request.vitrine.person
    const id = idIn(request, 'Job')
    const { log, ...job } = await jobs.report(id, actor)
    const shown = sliceOf(log, textIn(request.vitrine.query, 'page') || LAST_PAGE, LINES_PER_PAGE)
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

  for (const url of withTrailingSlash(fastify, '/admin/job')) {
    fastify.get(url, SIGNED_IN, async (request, reply) => {
      const { actor } = request.vitrine.person
      const total = await jobs.count(actor)
      const at = pageOf(textIn(request.vitrine.query, 'page'), total, JOBS_PER_PAGE)
      const rows = await jobs.list({ offset: at.first - 1, limit: JOBS_PER_PAGE }, actor)
      return await reply.vitrine.sendPage((frame) => jobsPage(frame, { rows, total, ...at }))
    })
  }

  fastify.get<OfOne>('/admin/job/:id', SIGNED_IN, async (request, reply) => await show(request, reply))

  fastify.post<OfOne>('/admin/job/:id/stop', SIGNED_IN, async (request, reply) => {
    const id = idIn(request, 'Job')
    const { actor } = request.vitrine.person
    await jobs.report(id, actor)
    try {
      await jobs.stop(id, actor)
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
      const { words } = await reply.vitrine.frame()
      return await show(request, reply.code(409), { problem: words.jobs.over })
    }
    return reply.vitrine.redirectTo(`/admin/job/${id}?done=stopping`)
  })

  fastify.post<OfOne>('/admin/job/:id/undo', SIGNED_IN, async (request, reply) => {
    const id = idIn(request, 'Job')
    const { actor } = request.vitrine.person
    await jobs.report(id, actor)
    try {
      const undoing = await fastify.api.imports.startUndo(id, actor)
      return reply.vitrine.redirectTo(`/admin/job/${undoing}`)
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      const { words } = await reply.vitrine.frame()
      return await show(request, reply.code(409), { problem: words.jobs.notUndone })
    }
  })

  for (const form of ['stop', 'undo']) {
    leadBack(fastify, `/admin/job/:id/${form}`, (request) => `/admin/job/${idIn(request, 'Job')}`)
  }
}
