import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Upload } from '../../api/core/calls/call.js'
import { ApiError } from '../../api/core/calls/errors.js'
import type { UploadShare } from '../../api/files/upload-space.js'
import { receiveForm } from './form.js'
import { extendRequest } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** The file that came with the fields of a form, or why there is none. */
    readonly received: Received
  }
}

/** The first file of a form; or why there is none. */
interface Received { file?: Upload | undefined, problem?: ApiError }

const FORM = /^multipart\/form-data/i

/** Maximum size in bytes of the part `data`, which no form of a page has. */
const DATA_MAX_BYTES = 1024

const NOTHING: Received = Object.freeze({})

/**
 * Receives files with the forms of pages. A file is read only after the CSRF token, which precedes it in the form, was
 * checked. It is removed before the answer is sent, unless a handler has moved it. Problems with a file are not thrown
 * but passed to the handler, which shows them beside the field.
 *
 * Register it only in the scope of pages with such forms, because @fastify/multipart adds hooks to all requests there.
 */
async function pageUploadsPlugin (fastify: FastifyInstance): Promise<void> {
  const { uploadLimit } = fastify.api.settings
  const parent = fastify.api.files.work.temporary
  const pending = new WeakMap<FastifyRequest, { folder: string, space: UploadShare }>()
  const received = new WeakMap<FastifyRequest, Received>()

  // The embedding application may have registered @fastify/multipart already, with its own options.
  if (!fastify.hasRequestDecorator('parts')) await fastify.register(multipart)
  fastify.removeContentTypeParser('multipart/form-data')
  fastify.addContentTypeParser(FORM, async () => undefined)
  extendRequest(fastify, { get received () { return received.get(this.request) ?? NOTHING } })

  async function receive (request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const folder = await mkdtemp(path.join(parent, 'page-'))
    const space = fastify.api.files.uploadSpace.share(request.vitrine.person.actor.id)
    pending.set(request, { folder, space })
    const fields = new URLSearchParams()
    request.body = fields
    try {
      const { uploads } = await receiveForm(request, {
        folder,
        bodyLimit: DATA_MAX_BYTES,
        uploadLimit,
        claim: space.claim,
        onField: (name, text) => { fields.append(name, text) },
        onFile: async () => { await reply.vitrine.refuseForged(fields) }
      })
      received.set(request, { file: uploads[0] })
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'forbidden') throw error
      received.set(request, { problem: error })
    }
  }

  fastify.addHook('preValidation', (request, reply, next) => {
    if (!FORM.test(request.headers['content-type'] ?? '')) return next()
    receive(request, reply).then(() => { next() }, next)
  })

  // `onSend` runs for every answer, errors included, even if the client has closed the connection.
  fastify.addHook('onSend', (request, _reply, payload, next) => {
    const { folder, space } = pending.get(request) ?? {}
    if (folder === undefined) return next(null, payload)
    rm(folder, { recursive: true, force: true }).finally(space?.release).then(() => { next(null, payload) }, next)
  })
}

export default fp(pageUploadsPlugin, { name: 'vitrine-page-uploads', dependencies: ['vitrine-pages'] })
