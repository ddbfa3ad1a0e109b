import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { mediaTypeOf } from './bodies.js'
import { applyJsonPatch, operationsOf } from './patch/json-patch.js'
import { applyMergePatch } from './patch/merge-patch.js'

/** Makes a new representation of the current one. */
export type Change = (current: unknown) => unknown

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The change that a PATCH describes; undefined when its body is a part of the resource (`application/json`).
     *
     * @throws BadRequestError when the body is no such description.
     */
    changeOf (request: FastifyRequest): Change | undefined
  }
}

function changeOf (this: FastifyInstance, request: FastifyRequest): Change | undefined {
  const { payload } = this.bodyOf(request)
  switch (mediaTypeOf(request)?.toLowerCase()) {
    case 'application/json-patch+json': {
      const operations = operationsOf(payload)
      return (current) => applyJsonPatch(current, operations)
    }
    case 'application/merge-patch+json': return (current) => applyMergePatch(current, payload)
    default: return undefined
  }
}

/** Edits of single values (contract README, 5). */
function patchPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  fastify.decorate('changeOf', changeOf)
  done()
}

export default fp(patchPlugin, { name: 'vitrine-patch', dependencies: ['vitrine-bodies'] })
