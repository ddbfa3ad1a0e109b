import type { FastifyInstance } from 'fastify'
import { cacheCompressed } from '../../plugins/reply/compressed-bodies.js'
import { assetFiles, icon } from '../../web/assets.js'
import { PAGE } from './page.js'

/** The URL contains a hash of the file, so its content never changes. */
const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** For the icon, which browsers request at a fixed address, although another version may have another picture. */
const ONE_DAY_CACHE_CONTROL = 'public, max-age=86400'

/**
 * Serves the style sheet, the script and the logo of the pages.
 *
 * @param options.ownsAll whether Vitrine also serves the address at which browsers look for an icon.
 */
export default async function assets (fastify: FastifyInstance, { ownsAll }: { ownsAll: boolean }): Promise<void> {
  for (const { name, type, body } of Object.values(assetFiles)) {
    const headers = { 'cache-control': IMMUTABLE_CACHE_CONTROL, 'content-type': type, vary: 'Accept-Encoding' }
    const bytes = cacheCompressed(body)
    fastify.get(`/admin/assets/${name}`, PAGE, async (_request, reply) =>
      reply.headers(headers).send(bytes))
  }
  if (!ownsAll) return
  fastify.get('/favicon.ico', PAGE, async (_request, reply) =>
    reply.header('cache-control', ONE_DAY_CACHE_CONTROL).header('content-type', icon.type).send(icon.body))
}
