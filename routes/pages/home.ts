import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../api/core/calls/actor.js'
import { homePage } from '../../web/pages/home.js'
import { withTrailingSlash } from '../shared/address.js'
import { SIGNED_IN } from './page.js'

const COUNTED_TYPES = ['items', 'item_sets', 'media'] as const

/** The start page of users who are signed in. */
export default async function home (fastify: FastifyInstance): Promise<void> {
  const total = async (name: string, actor: Actor): Promise<number> => (await fastify.api.resource(name).search(
    { page: '1', per_page: '1' }, { actor }
  )).total ?? 0

  for (const url of withTrailingSlash(fastify, '/admin')) {
    fastify.get(url, SIGNED_IN, async (request, reply) => {
      const { actor } = request.vitrine.person
      const totals = await Promise.all(COUNTED_TYPES.map(async (name) => [name, await total(name, actor)] as const))
      return await reply.vitrine.sendPage((frame) => homePage(frame, { role: actor.role!, totals }))
    })
  }
}
