import type { FastifyInstance } from 'fastify'
import { recurs } from '../../plugins/reply/compressed-bodies.js'
import { assetFiles, icon } from '../../web/assets.js'

/** The URL contains a hash of the file. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Browsers look for it at an address that never changes, which another version may give another picture. */
const FOR_A_DAY = 'public, max-age=86400'

/**
 * The style sheet, the script and the logo of the pages.
 *
 * @param options.ownsAll whether the address at which browsers look for an icon is Vitrine's as well.
 */
export default async function assets (fastify: FastifyInstance, { ownsAll }: { ownsAll: boolean }): Promise<void> {
  for (const { name, type, body } of Object.values(assetFiles)) {
    const headers = { 'cache-control': FOR_EVER, 'content-type': type, vary: 'Accept-Encoding' }
    const bytes = recurs(body)
    fastify.get(`/admin/assets/${name}`, { schema: { hide: true } as object }, async (_request, reply) =>
      reply.headers(headers).send(bytes))
  }
  if (!ownsAll) return
  fastify.get('/favicon.ico', { schema: { hide: true } as object }, async (_request, reply) =>
    reply.header('cache-control', FOR_A_DAY).header('content-type', icon.type).send(icon.body))
}
