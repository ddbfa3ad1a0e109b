import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { UploadShare } from '../../api/files/upload-space.js'
import { payloadDecoder, type Body } from './bodies.js'
import { receiveForm } from './form.js'

const FORM = /^multipart\/form-data/i

/**
 * Receives forms (docs/contract/http.md §7): JSON in the part `data`, and files. Files are written to disk as they
 * arrive, into a folder that is removed before the answer is sent, also after an error.
 *
 * Register it only in the scope of routes with forms, because @fastify/multipart adds hooks to all requests there.
 */
async function uploadsPlugin (fastify: FastifyInstance): Promise<void> {
  const { bodyLimit, uploadLimit } = fastify.api.settings
  const decode = payloadDecoder(fastify.api.settings)
  const parent = fastify.api.files.work.temporary
  const pending = new WeakMap<FastifyRequest, { folder: string, space: UploadShare }>()

  // The embedding application may have registered @fastify/multipart already, with its own options.
  if (!fastify.hasRequestDecorator('parts')) await fastify.register(multipart)
  fastify.removeContentTypeParser('multipart/form-data')
  fastify.addContentTypeParser(FORM, async () => undefined)

  async function receive (request: FastifyRequest): Promise<void> {
    const folder = await mkdtemp(path.join(parent, 'form-'))
    const space = fastify.api.files.uploadSpace.share(request.vitrine.actor.id)
    pending.set(request, { folder, space })
    const { data, uploads } = await receiveForm(request, { folder, bodyLimit, uploadLimit, claim: space.claim })
    request.body = { payload: decode(data), uploads } satisfies Body
  }

  fastify.addHook('preValidation', (request, _reply, next) => {
    if (!FORM.test(request.headers['content-type'] ?? '')) return next()
    receive(request).then(() => { next() }, next)
  })

  // `onSend` runs for every answer, errors included, even if the client has closed the connection.
  fastify.addHook('onSend', (request, _reply, payload, next) => {
    const { folder, space } = pending.get(request) ?? {}
    if (folder === undefined) return next(null, payload)
    rm(folder, { recursive: true, force: true }).finally(space?.release).then(() => { next(null, payload) }, next)
  })
}

export default fp(uploadsPlugin, { name: 'vitrine-uploads', dependencies: ['vitrine-auth', 'vitrine-bodies'] })
