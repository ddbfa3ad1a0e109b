import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Answer } from '../../api/core/answers/answer.js'
import type { Payload } from '../../api/core/calls/call.js'
import { mediaTypeOf } from './bodies.js'
import { extendRequest } from '../http/namespace.js'
import { applyJsonPatch, operationsOf } from '../patch/json-patch.js'
import { applyMergePatch } from '../patch/merge-patch.js'

/** Makes the new payload from the current representation. */
type Change = (current: Answer) => Payload

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /**
     * The change that a PATCH with a patch format describes; undefined for a partial resource (`application/json`).
     * When called it throws a BadRequestError if the body is not a patch.
     */
    readonly change: Change | undefined
  }
}

/** Supports patch formats, which change single values (docs/contract/README.md, 5). */
function patchPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const { bodyLimit } = fastify.api.settings

  extendRequest(fastify, {
    get change (): Change | undefined {
      const { base, body: { payload }, request } = this
      switch (mediaTypeOf(request)?.toLowerCase()) {
        case 'application/json-patch+json':
          return (current) => applyJsonPatch(current.json(base), operationsOf(payload), bodyLimit) as Payload
        case 'application/merge-patch+json':
          return (current) => applyMergePatch(current.json(base), payload) as Payload
        default: return undefined
      }
    }
  })
  done()
}

export default fp(patchPlugin, { name: 'vitrine-patch', dependencies: ['vitrine-bodies'] })
