import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Body, sendBody } from '../../plugins/http/body.js'
import { addAddress } from '../shared/address.js'

const FORM = 'application/x-www-form-urlencoded'

/** Maximum size of a form in bytes; no valid OAI-PMH request is longer. */
const FORM_MAX_BYTES = 64 * 1024

/** Records for harvesters (OAI-PMH 2.0), public ones for every client, by GET or by a form (OAI-PMH 2.0, 3.1.1). */
export default async function oai (fastify: FastifyInstance): Promise<void> {
  const { api } = fastify
  if (!api.settings.oai) return
  fastify.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_MAX_BYTES }, async (
    _request: FastifyRequest, body: string
  ) => body)

  async function answer (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { url = '' } = request.raw
    const at = url.indexOf('?')
    const text = request.method === 'POST' ? String(request.body ?? '') : at === -1 ? '' : url.slice(at + 1)
    const document = await api.oai.answer({ base: request.vitrine.base, given: new URLSearchParams(text) })
    const body = new Body([Buffer.from(document)])
    return await sendBody(reply.header('content-type', 'text/xml; charset=utf-8'), body)
  }

  // The empty `authorize` only marks that the route reads a body.
  const config = { varies: false, streams: FORM, async authorize () {} }
  addAddress(fastify, '/oai', ['search', 'create'], [
    { method: 'GET', config, handler: answer }, { method: 'POST', config, handler: answer }
  ])
}
