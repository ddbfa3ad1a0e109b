import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DamagedFileError } from '../../../api/import/lines.js'
import { ImportError } from '../../../api/import/problems.js'
import { MappingError } from '../../../api/import/tables/mapping.js'
import { previewPage } from '../../../web/pages/import/preview.js'
import { wordsOf } from '../../../web/languages/languages.js'
import { planOf } from './plan.js'
import { previewRecord } from './preview-records.js'

/** Records that a preview shows. */
const RECORDS = 10

/** Bytes of an RDF document that is previewed: it has to be read whole, for its statements may come in any order. */
const LARGEST = 16 * 1024 * 1024

/** The first records of a file as they would come in, and the import itself. */
export default async function importPreview (fastify: FastifyInstance): Promise<void> {
  const page = { schema: { hide: true } as object, config: { needsSession: true } }
  const { api } = fastify
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id

  /** A vocabulary may have been removed meanwhile: the page of the columns says what does not fit. */
  const toColumns = (request: FastifyRequest, reply: FastifyReply) => (error: unknown): undefined => {
    if (!(error instanceof MappingError)) throw error
    reply.vitrine.redirectTo(`/admin/import/${idOf(request)}`)
  }

  fastify.get('/admin/import/:id/preview', page, async (request, reply) => {
    const plan = await planOf(api, idOf(request), request.vitrine.person.actor).catch(toColumns(request, reply))
    if (plan === undefined) return reply
    const { upload } = plan
    if (upload.format === 'rdf' && upload.size > LARGEST) {
      return await reply.vitrine.sendPage((frame) => previewPage(frame, { upload, records: undefined }))
    }
    const file = await api.importUploads.pathOf(upload.id, request.vitrine.person.actor)
    const records = await api.imports.preview({ ...plan.options, file }, RECORDS).catch(messageOf)
    if (typeof records === 'string') {
      return await reply.code(422).vitrine.sendPage((frame) =>
        previewPage(frame, { upload, records: [], problem: records }))
    }
    const terms = await api.store.terms()
    const words = wordsOf(request.vitrine.language)
    const shown = records.map((record) => previewRecord(record, terms, words))
    return await reply.vitrine.sendPage((frame) => previewPage(frame, { upload, records: shown }))
  })

  fastify.post('/admin/import/:id/run', page, async (request, reply) => {
    const { actor } = request.vitrine.person
    const plan = await planOf(api, idOf(request), actor).catch(toColumns(request, reply))
    if (plan === undefined) return reply
    const job = await api.imports.startUpload(idOf(request), plan.options, actor)
    return reply.vitrine.redirectTo(`/admin/job/${job}`)
  })

  // Where the language switch leads after the answer to a form.
  fastify.get('/admin/import/:id/run', page, async (request, reply) =>
    reply.vitrine.redirectTo(`/admin/import/${idOf(request)}/preview`))
}

/** Why a file cannot be read to its end, or not with what was chosen. @throws other errors. */
function messageOf (error: unknown): string {
  if (error instanceof ImportError || error instanceof DamagedFileError) return error.message
  throw error
}
