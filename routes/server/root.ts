import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Answer } from '../../api/core/answers/answer.js'
import { hydraEntryPoint, hydraLinks } from '../../plugins/rdf/hydra.js'
import { apiIndexPage, apiIndexPolicy } from '../../web/pages/api-index.js'
import { readOnly } from '../shared/address.js'

/**
 * Whether a client accepts JSON and not HTML; all others get the page, as in the reference (docs/contract/http.md §1).
 */
function wantsJson (accept: string | undefined): boolean {
  return accept !== undefined && /\bapplication\/(?:ld\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept)
}

/** The index of the API: JSON for programs, a page for people. */
export default async function root (fastify: FastifyInstance): Promise<void> {
  const names = [...fastify.api.resourceNames].sort()

  async function index (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const base = request.vitrine.base
    reply.vitrine.settle().setHeaders()
    if (request.vitrine.format === 'hydra') {
      const types = names.map((name) => ({ name, entity: fastify.api.resource(name).schemas.entity }))
      const entry = new Answer(JSON.stringify(hydraEntryPoint(base, types)), { isLinkedData: false })
      return await reply.header('link', hydraLinks(base)).vitrine.sendAnswer(entry, 'hydra')
    }
    if (wantsJson(request.headers.accept)) {
      return reply.vitrine.sendJson({
        '@context': `${base}/api-context`,
        '@id': `${base}/api`,
        resources: Object.fromEntries(names.map((name) => [name, `${base}/api/${name}`]))
      })
    }
    await fastify.api.collectionSettings.load()
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-language', request.vitrine.language)
      .header('vary', 'Accept, Accept-Encoding, Accept-Language, Cookie')
      .header('content-security-policy', apiIndexPolicy)
      .header('x-content-type-options', 'nosniff')
      .send(apiIndexPage(base, names, request.vitrine.language))
  }

  const schema = { operationId: 'readIndex', summary: 'List the resource types', tags: ['api'] }
  readOnly(fastify, '/api', schema, index, { ignoresActor: true })
}
