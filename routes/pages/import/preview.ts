import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DamagedFileError, ImportError, problemLine, type Problem } from '../../../api/move/pipeline/problems.js'
import type { ImportOptions } from '../../../api/move/import/write/context.js'
import { MappingError } from '../../../api/move/import/formats/tables/mapping/mapping.js'
import { previewPage, type PreviewFacts } from '../../../web/pages/import/preview.js'
import { wordsOf } from '../../../web/languages/languages.js'
import { NOT_CHOSEN, planOf } from './opened.js'
import { leadBack, SIGNED_IN } from '../page.js'
import type { OfOne } from '../../shared/address.js'
import { termLabel } from '../explore/listing.js'

/** Number of records that a preview shows. */
const PREVIEW_RECORDS = 10

/** Maximum size in bytes of a file that is checked completely for the preview, which takes some seconds. */
const CHECKED_MAX_BYTES = 1024 * 1024

/** Maximum number of messages that are shown. */
const MESSAGES_SHOWN = 20

/**
 * Maximum size in bytes of an RDF document that is previewed. It has to be read completely, because its statements may
 * come in any order.
 */
const RDF_PREVIEW_MAX_BYTES = 16 * 1024 * 1024

/** The page with a preview of the first records, and the form that starts the import. */
export default async function importPreview (fastify: FastifyInstance): Promise<void> {
  const { api } = fastify

  /** Checks a whole file without writing. */
  async function checked (options: ImportOptions): Promise<{ wrong: number, messages: string[] }> {
    const messages: string[] = []
    const onProblem = (problem: Problem): void => {
      if (problem.severity === 'error' && messages.length < MESSAGES_SHOWN) messages.push(problemLine(problem))
    }
    const { errors, skipped } = await api.import({ ...options, isDryRun: true, onProblem })
    return { wrong: Math.max(skipped, Math.min(errors, 1)), messages }
  }

  /**
   * Redirects to the mapping if it no longer fits, for example because a vocabulary was removed; that page shows the
   * problems.
   */
  const toColumns = (request: FastifyRequest<OfOne>, reply: FastifyReply) => (error: unknown): undefined => {
    if (!(error instanceof MappingError)) throw error
    reply.vitrine.redirectTo(`/admin/import/${request.params.id}`)
  }

  fastify.get<OfOne>('/admin/import/:id/preview', SIGNED_IN, async (request, reply) => {
    const plan = await planOf(api, request.params.id, request.vitrine.person.actor).catch(toColumns(request, reply))
    if (plan === undefined) return reply
    const { upload } = plan
    const terms = await api.store.terms()
    const words = wordsOf(request.vitrine.language)
    const labelOf: PreviewFacts['labelOf'] = (kind, term) => termLabel(words, terms[kind], term)
    if (upload.format === 'rdf' && upload.size > RDF_PREVIEW_MAX_BYTES) {
      return await reply.vitrine.sendPage((frame) => previewPage(frame, { upload, records: undefined, labelOf }))
    }
    const file = await api.importUploads.pathOf(upload.id, request.vitrine.person.actor)
    const records = await api.imports.preview({ ...plan.options, file }, PREVIEW_RECORDS).catch(messageOf)
    if (typeof records === 'string') {
      return await reply.code(422).vitrine.sendPage((frame) =>
        previewPage(frame, { upload, records: [], labelOf, problem: records }))
    }
    const check = upload.size <= CHECKED_MAX_BYTES ? await checked({ ...plan.options, file }) : undefined
    const facts = { upload, records, labelOf, check, continueOnError: plan.options.continueOnError === true }
    return await reply.vitrine.sendPage((frame) => previewPage(frame, facts))
  })

  fastify.post<OfOne>('/admin/import/:id/run', SIGNED_IN, async (request, reply) => {
    const { actor } = request.vitrine.person
    const decided = request.vitrine.form.get('continue_on_error') ?? undefined
    if (decided !== undefined) {
      const { choices } = await api.importUploads.find(request.params.id, actor)
      const continueOnError = decided === '1'
      await api.importUploads.choose(request.params.id, { ...NOT_CHOSEN, ...choices as object, continueOnError }, actor)
    }
    const plan = await planOf(api, request.params.id, actor).catch(toColumns(request, reply))
    if (plan === undefined) return reply
    const job = await api.imports.startUpload(request.params.id, plan.options, actor)
    return reply.vitrine.redirectTo(`/admin/job/${job}`)
  })

  leadBack(fastify, '/admin/import/:id/run', ({ params: { id } }) => `/admin/import/${id}/preview`)
}

/** The message if a file is damaged, or cannot be imported with the chosen options. @throws other errors. */
function messageOf (error: unknown): string {
  if (error instanceof ImportError || error instanceof DamagedFileError) return error.message
  throw error
}
