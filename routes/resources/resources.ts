import type { FastifyInstance } from 'fastify'
import { resourceRoutes } from './resource.js'

/** The routes of all resource types, including types that the embedding application adds. */
export default async function resources (fastify: FastifyInstance): Promise<void> {
  for (const name of fastify.api.resourceNames) await fastify.register(resourceRoutes(fastify.api.resource(name)))
}
