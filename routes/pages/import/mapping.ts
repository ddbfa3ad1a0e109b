import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ImportUpload } from '../../../api/move/import/uploads/uploads.js'
import { MappingError } from '../../../api/move/import/formats/tables/mapping/mapping.js'
import { TableError } from '../../../api/move/import/formats/tables/cells/table.js'
import { wordsOf } from '../../../web/languages/languages.js'
import type { Problems } from '../../../web/form.js'
import type { Chosen, ImportChoices } from '../../../web/pages/import/head.js'
import { mappingPage } from '../../../web/pages/import/mapping.js'
import { recordsPage } from '../../../web/pages/import/records.js'
import { SIGNED_IN, textIn } from '../page.js'
import { choicesOf } from './choices.js'
import { enteredChoices, enteredMapping, enteredTable } from './mapping-form.js'
import type { OfOne } from '../../shared/address.js'
import { NOT_CHOSEN, openUpload, type Opened } from './opened.js'

/** The page to choose what the columns of a table become, and the options of the import. */
export default async function importMapping (fastify: FastifyInstance): Promise<void> {
  const { api } = fastify

  async function show (
    request: FastifyRequest, reply: FastifyReply, opened: Opened, page: string, problems: Problems = {}
  ): Promise<FastifyReply> {
    const { vitrine } = request
    const known = await choicesOf(api, wordsOf(vitrine.language), vitrine.person.actor)
    return await reply.vitrine.sendPage((frame) => mappingPage(frame, { ...known, ...opened, page, problems }))
  }

  async function showRecords (
    request: FastifyRequest, reply: FastifyReply, upload: ImportUpload
  ): Promise<FastifyReply> {
    const { vitrine } = request
    const { properties } = await choicesOf(api, wordsOf(vitrine.language), vitrine.person.actor)
    const choices = { ...NOT_CHOSEN, ...upload.choices as Partial<ImportChoices> | null }
    return await reply.vitrine.sendPage((frame) => recordsPage(frame, { upload, choices, properties }))
  }

  fastify.get<OfOne>('/admin/import/:id', SIGNED_IN, async (request, reply) => {
    const { query, person: { actor } } = request.vitrine
    const upload = await api.importUploads.find(request.params.id, actor)
    if (upload.format !== 'table') return await showRecords(request, reply, upload)
    const opened = await openUpload(api, request.params.id, actor)
    return await show(request, reply, opened, textIn(query, 'page'))
  })

  fastify.post<OfOne>('/admin/import/:id', SIGNED_IN, async (request, reply) => {
    const { form, person: { actor }, language } = request.vitrine
    const id = request.params.id
    const action = form.get('action') ?? ''
    const at = form.get('page') ?? ''
    const { format } = await api.importUploads.find(id, actor)
    if (format !== 'table') {
      await api.importUploads.choose(id, enteredChoices(form), actor)
      return reply.vitrine.redirectTo(`/admin/import/${id}${action === 'preview' ? '/preview' : '?done=saved'}`)
    }
    const opened = await openUpload(api, id, actor)
    const words = wordsOf(language)
    if (action === 'read') {
      const { table, problems } = enteredTable(form, words)
      if (Object.keys(problems).length > 0) return await show(request, reply.code(422), opened, at, problems)
      try {
        const { chosen } = await openUpload(api, id, actor, table)
        await api.importUploads.choose(id, chosen, actor)
        return reply.vitrine.redirectTo(`/admin/import/${id}?done=saved`)
      } catch (error) {
        if (!(error instanceof TableError)) throw error
        const message = words.imports.fileProblems.unreadable(error.message)
        return await show(request, reply.code(422), opened, at, { header_row: [message] })
      }
    }
    const { chosen, problems } = enteredMapping(form, opened.chosen, words)
    if (Object.keys(problems).length === 0) {
      Object.assign(problems, await misfits(opened, chosen, action === 'preview'))
    }
    if (Object.keys(problems).length > 0) {
      return await show(request, reply.code(422), { ...opened, chosen }, at, problems)
    }
    await api.importUploads.choose(id, chosen, actor)
    const [, to] = /^page-(\d{1,6})$/.exec(action) ?? []
    if (to !== undefined) return reply.vitrine.redirectTo(`/admin/import/${id}?page=${to}#columns`)
    const back = /^\d{1,6}$/.test(at) && at !== '1' ? `page=${at}&` : ''
    return reply.vitrine.redirectTo(
      action === 'preview' ? `/admin/import/${id}/preview` : `/admin/import/${id}?${back}done=saved`
    )
  })

  /** Problems of a mapping with its table, by field. @param isWhole whether the mapping is complete and used now. */
  async function misfits ({ table }: Opened, { mapping }: Chosen, isWhole: boolean): Promise<Record<string, string[]>> {
    try {
      await api.tables.parse(mapping, table)
      return {}
    } catch (error) {
      if (!(error instanceof MappingError)) throw error
      const problems: Record<string, string[]> = {}
      for (const { index, message } of error.problems) {
        if (index === undefined && !isWhole) continue
        const name = index === undefined ? 'mapping' : `to-${mapping.columns[index]?.column ?? index + 1}`
        ;(problems[name] ??= []).push(`${message}.`)
      }
      return problems
    }
  }
}
