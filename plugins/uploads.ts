import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Body } from './bodies.js'
import { receiveForm } from './form.js'
import { decodeJson } from './json.js'

/**
 * Forms (contract/http.md §7): JSON in the part `data`, files beside it. Files go to disk as they come, into a folder
 * that is gone when the answer is sent, whatever the answer is.
 */
function uploadsPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { bodyLimit, uploadLimit } = fastify.api.settings
  const parent = fastify.api.files.work.temporary
  const folders = new WeakMap<FastifyRequest, string>()

  fastify.addContentTypeParser(/^multipart\/form-data/i, async (request: FastifyRequest, source: IncomingMessage): Promise<Body> => {
    // Without an account nothing can be made: those files need not fill the disk before the API says so.
    const keepsFiles = fastify.actorOf(request).id !== null
    const form = await receiveForm(source, request.headers, { parent, bodyLimit, uploadLimit, keepsFiles })
    folders.set(request, form.folder)
    return { payload: decodeJson(form.data), uploads: form.uploads }
  })

  // Runs for every answer, errors too, and also when the client has gone while the request was served.
  fastify.addHook('onSend', (request, _reply, payload, next) => {
    const folder = folders.get(request)
    if (folder === undefined) return next(null, payload)
    rm(folder, { recursive: true, force: true }).then(() => { next(null, payload) }, next)
  })
  done()
}

export default fp(uploadsPlugin, { name: 'vitrine-uploads', dependencies: ['vitrine-auth', 'vitrine-bodies'] })
