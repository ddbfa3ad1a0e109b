import type { FastifyInstance } from 'fastify'
import { homePage } from '../../web/pages/home.js'

const SHOWN = ['items', 'item_sets', 'media'] as const

/** The way into everything for whoever is signed in. */
export default async function home (fastify: FastifyInstance): Promise<void> {
  fastify.get('/admin', { schema: { hide: true } as object, config: { needsSession: true } }, async (request, reply) => {
    const { actor } = fastify.personOf(request)
    const totals = await Promise.all(SHOWN.map(async (name) => [name, (await fastify.api.resource(name).search({ page: '1', per_page: '1' }, { actor })).total ?? 0] as const))
    return await fastify.sendPage(request, reply, (frame) => homePage(frame, { role: actor.role!, totals }))
  })
}
