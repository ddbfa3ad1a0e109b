import type { FastifyInstance } from 'fastify'
import { numbered } from '../../plugins/http/body.js'
import { assetFiles, icon } from '../../web/assets.js'
import { IMMUTABLE_CACHE_CONTROL, ONE_DAY_CACHE_CONTROL } from '../shared/replies.js'
import { PAGE } from './page.js'

/**
 * Serves the style sheet, the script and the logo of the pages.
 *
 * @param options.ownsAll whether Vitrine also serves the address at which browsers look for an icon.
 */
export default async function assets (fastify: FastifyInstance, { ownsAll }: { ownsAll: boolean }): Promise<void> {
  for (const { name, type, body } of Object.values(assetFiles)) {
    const headers = { 'cache-control': IMMUTABLE_CACHE_CONTROL, 'content-type': type, vary: 'Accept-Encoding' }
    const bytes = numbered(body)
    fastify.get(`/admin/assets/${name}`, PAGE, async (_request, reply) =>
      reply.headers(headers).send(bytes))
  }
  if (!ownsAll) return
  fastify.get('/favicon.ico', PAGE, async (_request, reply) =>
    reply.header('cache-control', ONE_DAY_CACHE_CONTROL).header('content-type', icon.type).send(icon.body))
}
