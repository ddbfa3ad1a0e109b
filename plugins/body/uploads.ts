import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { payloadDecoder, type Body } from './bodies.js'
import { receiveForm, receiveForms } from './form.js'

/** Receives forms (docs/contract/http.md §7): JSON in the part `data`, and files. */
async function uploadsPlugin (fastify: FastifyInstance): Promise<void> {
  const { bodyLimit } = fastify.api.settings
  const decode = payloadDecoder(fastify.api.settings)
  await receiveForms(fastify, {
    uploaderOf: ({ vitrine }) => vitrine.actor.id,
    async receive (request, _reply, limits) {
      const { data, uploads } = await receiveForm(request, { ...limits, bodyLimit })
      request.body = { payload: decode(data), uploads } satisfies Body
    }
  })
}

export default fp(uploadsPlugin, { name: 'vitrine-uploads', dependencies: ['vitrine-auth', 'vitrine-bodies'] })
