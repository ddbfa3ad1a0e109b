import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Operation } from '../../api/core/calls/errors.js'
import { methodNotAllowed } from '../http/http-errors.js'
import { extendReply } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineReply {
    /** Answers OPTIONS: 204 with the methods for these operations. */
    sendMethods (operations: readonly Operation[]): FastifyReply
    /** Answers a method that is not offered: 405 with the methods for these operations. */
    refuseMethod (operations: readonly Operation[]): never
  }
}

/** The methods for each operation on a list. */
const ON_LISTS: Partial<Record<Operation, string>> = { search: 'GET, HEAD', create: 'POST' }
/**
 * The methods for each operation on one resource. POST creates there, too, and ignores the id (docs/contract/http.md
 * §2).
 */
const ON_ONE: Partial<Record<Operation, string>> = {
  read: 'GET, HEAD',
  create: 'POST',
  update: 'PUT, PATCH',
  delete: 'DELETE'
}

/** The Allow header (RFC 9110, 10.2.1) for the URL of a request, for a type with these operations. */
export function methodsFor (operations: readonly Operation[], request: FastifyRequest): string {
  const { params } = request
  const methods = typeof params === 'object' && params !== null && 'id' in params ? ON_ONE : ON_LISTS
  return [...operations.flatMap((operation) => methods[operation] ?? []), 'OPTIONS'].join(', ')
}

function methodsPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  extendReply(fastify, {
    sendMethods (operations) {
      return this.reply.code(204).header('allow', methodsFor(operations, this.reply.request)).send()
    },
    refuseMethod (operations) {
      const { request } = this.reply
      this.reply.header('allow', methodsFor(operations, request))
      throw methodNotAllowed(request.method)
    }
  })
  done()
}

export default fp(methodsPlugin, { name: 'vitrine-methods', dependencies: ['vitrine-namespace'] })
