import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, NotFoundError } from '../../../api/core/calls/errors.js'
import { EXTENSIONS, formatOf } from '../../../api/move/import/uploads/file-kinds.js'
import { formatOfName } from '../../../api/move/import/formats/tables/grids/read-table.js'
import { QuoteError, TableError } from '../../../api/move/import/formats/tables/cells/table.js'
import type { Words } from '../../../web/languages/languages.js'
import { importFilesPage, type ImportFilesFacts } from '../../../web/pages/import/files.js'
import { withTrailingSlash, type OfOne } from '../../shared/address.js'
import { SIGNED_IN } from '../page.js'
import { openUpload } from './opened.js'

/** The page to upload a file for an import, with the files that were uploaded. */
export default async function importFiles (fastify: FastifyInstance): Promise<void> {
  const { api } = fastify
  const { importUploads: uploads } = api

  async function show (
    request: FastifyRequest, reply: FastifyReply, more: Pick<ImportFilesFacts, 'problems' | 'hasStrayQuotes'> = {}
  ): Promise<FastifyReply> {
    const list = await uploads.list(request.vitrine.person.actor)
    const { uploadLimit, uploadSpacePerAccount } = api.settings
    const limit = Math.min(uploadLimit, uploadSpacePerAccount)
    return await reply.vitrine.sendPage((frame) =>
      importFilesPage(frame, { uploads: list, extensions: EXTENSIONS, limit, ...more }))
  }

  for (const url of withTrailingSlash(fastify, '/admin/import')) {
    fastify.get(url, SIGNED_IN, async (request, reply) => await show(request, reply))
  }

  // Refused before the body is read.
  const onRequest = async (request: FastifyRequest): Promise<void> => { uploads.check(request.vitrine.person.actor) }

  fastify.post('/admin/import', { ...SIGNED_IN, onRequest }, async (request, reply) => {
    const { actor } = request.vitrine.person
    const { file, problem } = request.vitrine.received
    try {
      if (problem !== undefined) throw problem
      const options = request.vitrine.form.has('no_quotes') ? { hasQuotes: false } : {}
      // Check that a table can be read before it is stored, because the number of stored files is limited.
      const known = formatOf(file?.filename ?? '')
      if (file !== undefined && file.size > 0 && known?.format === 'table') {
        await api.tables.guess(await api.tables.read(file.path, { ...options, format: formatOfName(file.filename) }))
      }
      const { id, format } = await uploads.add(file ?? { path: '', filename: '', size: 0 }, actor)
      try {
        if (format === 'table') await uploads.choose(id, (await openUpload(api, id, actor, options)).chosen, actor)
      } catch (error) {
        await uploads.remove(id, actor)
        throw error
      }
      return reply.vitrine.redirectTo(`/admin/import/${id}`)
    } catch (error) {
      const { words } = await reply.vitrine.frame()
      const problems = { file: [fileProblem(error, words)] }
      return await show(request, reply.code(422), { problems, hasStrayQuotes: error instanceof QuoteError })
    }
  })

  fastify.post<OfOne>('/admin/import/:id/remove', SIGNED_IN, async (request, reply) => {
    await uploads.remove(request.params.id, request.vitrine.person.actor)
      .catch((error: unknown) => { if (!(error instanceof NotFoundError)) throw error })
    return reply.vitrine.redirectTo('/admin/import?done=removed')
  })
}

/** A message about an uploaded file. @throws the error itself if the file is not its cause. */
function fileProblem (error: unknown, { imports: { fileProblems: words, row } }: Words): string {
  if (error instanceof TableError) {
    return words.unreadable(error.row === undefined ? error.message : `${row(error.row)}: ${error.message}`)
  }
  if (!(error instanceof ApiError)) throw error
  switch (error.kind) {
    case 'invalid': {
      const { is } = 'reasons' in error ? (error.reasons as Record<string, { is: string }>).file ?? { is: '' } : { is: '' }
      if (is === 'required' || is === 'malformed' || is === 'wrong') return words[is]
      throw error
    }
    case 'too-large': return words.tooLarge
    case 'no-room': return words.noRoom
    case 'bad-request': return words.incomplete
    default: throw error
  }
}
