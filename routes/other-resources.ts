import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { operationsOn, type Operations } from './operations.js'
import { spellings } from './paths.js'

/** Names that no type has are refused by the API, after the body was (contract/acl.md §2), whatever the method. */
export default async function otherResources (fastify: FastifyInstance): Promise<void> {
  const by = (operation: keyof Operations) => async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { resource } = request.params as { resource: string }
    return await operationsOn(fastify.api.resource(resource), fastify)[operation](request, reply)
  }
  const add = (path: string, methods: Record<string, keyof Operations>): void => {
    for (const url of spellings(fastify, path)) {
      for (const [method, operation] of Object.entries(methods)) {
        fastify.route({ method, url, schema: { hide: true } as object, handler: by(operation) })
      }
    }
  }
  add('/:resource', { GET: 'search', POST: 'create', PUT: 'refuse', PATCH: 'refuse', DELETE: 'refuse', OPTIONS: 'options' })
  add('/:resource/:id', { GET: 'read', POST: 'create', PUT: 'replace', PATCH: 'patch', DELETE: 'remove', OPTIONS: 'options' })
}
