import type { FastifyInstance } from 'fastify'
import { assetFiles } from '../../web/assets.js'

/** The address contains a hash of the file, so browsers need not ask again. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The style sheet, the script and the logo of the pages. */
export default async function assets (fastify: FastifyInstance): Promise<void> {
  for (const { name, type, body } of Object.values(assetFiles)) {
    fastify.get(`/admin/assets/${name}`, { schema: { hide: true } as object }, async (_request, reply) =>
      reply.header('cache-control', FOR_EVER).header('content-type', type).send(body))
  }
}
