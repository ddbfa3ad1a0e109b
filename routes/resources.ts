import type { FastifyInstance } from 'fastify'
import { resourceRoutes } from './resource.js'

/** The addresses of every resource type, those that the application adds included. */
export default async function resources (fastify: FastifyInstance): Promise<void> {
  for (const name of fastify.api.resourceNames) await fastify.register(resourceRoutes(fastify.api.resource(name)))
}
