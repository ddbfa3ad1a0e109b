import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Upload } from '../../api/core/calls/call.js'
import { ApiError } from '../../api/core/calls/errors.js'
import { receiveForm, receiveForms } from './form.js'
import { extendRequest } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** The file that came with the fields of a form, or why there is none. */
    readonly received: Received
  }
}

/** The first file of a form; or why there is none. */
interface Received { file?: Upload | undefined, problem?: ApiError }

/** Maximum size in bytes of the part `data`, which no form of a page has. */
const DATA_MAX_BYTES = 1024

const NOTHING: Received = Object.freeze({})

/**
 * Receives files with the forms of pages. A file is read only after the CSRF token, which precedes it in the form, was
 * checked. Problems with a file are not thrown but passed to the handler, which shows them beside the field.
 */
async function pageUploadsPlugin (fastify: FastifyInstance): Promise<void> {
  const received = new WeakMap<FastifyRequest, Received>()
  extendRequest(fastify, { get received () { return received.get(this.request) ?? NOTHING } })

  await receiveForms(fastify, {
    uploaderOf: ({ vitrine }) => vitrine.person.actor.id,
    async receive (request, reply, limits) {
      const fields = new URLSearchParams()
      request.body = fields
      try {
        const { uploads } = await receiveForm(request, {
          ...limits,
          bodyLimit: DATA_MAX_BYTES,
          onField: (name, text) => { fields.append(name, text) },
          onFile: async () => { await reply.vitrine.refuseForged(fields) }
        })
        received.set(request, { file: uploads[0] })
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind === 'forbidden') throw error
        received.set(request, { problem: error })
      }
    }
  })
}

export default fp(pageUploadsPlugin, { name: 'vitrine-page-uploads', dependencies: ['vitrine-pages'] })
