import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../../api/api.js'
import { MappingError } from '../../../api/import/tables/mapping.js'
import type { ImportUpload } from '../../../api/import/uploads/uploads.js'
import { previewPage } from '../../../web/pages/import/preview.js'
import { wordsOf } from '../../../web/languages/languages.js'
import { openUpload } from './opened.js'
import { previewRecord } from './preview-records.js'

type Options = Parameters<Api['imports']['start']>[0]

/** Records that a preview shows. */
const RECORDS = 10

/** The first records of a file as they would come in, and the import itself. */
export default async function importPreview (fastify: FastifyInstance): Promise<void> {
  const page = { schema: { hide: true } as object, config: { needsSession: true } }
  const { api } = fastify
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id

  /** What is imported, and how. @throws MappingError when the columns do not fit any more. */
  async function planOf (request: FastifyRequest): Promise<{ upload: ImportUpload, options: Options }> {
    const id = idOf(request)
    const { upload, file, table, chosen } = await openUpload(api, id, request.vitrine.person.actor)
    const { mapping, updateBy, createItemSets, continueOnError } = chosen
    await api.tables.parse(mapping, table)
    const options: Options = {
      file,
      format: 'table',
      formatOptions: { mapping },
      // A name of its own: rows of other files must not be taken for rows of this one.
      source: `upload ${id}`,
      // Nothing that lies on this computer can be named by a file that was sent.
      files: null,
      createItemSets,
      continueOnError,
      ...(updateBy !== '' && { updateBy })
    }
    return { upload, options }
  }

  /** A vocabulary may have been removed meanwhile: the page of the columns says what does not fit. */
  const toColumns = (request: FastifyRequest, reply: FastifyReply) => (error: unknown): undefined => {
    if (!(error instanceof MappingError)) throw error
    reply.vitrine.redirectTo(`/admin/import/${idOf(request)}`)
  }

  fastify.get('/admin/import/:id/preview', page, async (request, reply) => {
    const plan = await planOf(request).catch(toColumns(request, reply))
    if (plan === undefined) return reply
    const records = await api.imports.preview(plan.options, RECORDS)
    const terms = await api.store.terms()
    const words = wordsOf(request.vitrine.language)
    const shown = records.map((record) => previewRecord(record, terms, words))
    return await reply.vitrine.sendPage((frame) => previewPage(frame, { upload: plan.upload, records: shown }))
  })

  fastify.post('/admin/import/:id/run', page, async (request, reply) => {
    const { actor } = request.vitrine.person
    const plan = await planOf(request).catch(toColumns(request, reply))
    if (plan === undefined) return reply
    const job = await api.importUploads.startJob(
      idOf(request), async () => await api.imports.start(plan.options, actor), actor
    )
    return reply.vitrine.redirectTo(`/admin/job/${job}`)
  })

  // Where the language switch leads after the answer to a form.
  fastify.get('/admin/import/:id/run', page, async (request, reply) =>
    reply.vitrine.redirectTo(`/admin/import/${idOf(request)}/preview`))
}
