import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../api/core/calls/errors.js'
import { methodNotAllowed } from '../http/http-errors.js'

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

/** Answers OPTIONS: 204 with the methods for these operations. */
export function sendMethods (reply: FastifyReply, operations: readonly Operation[]): FastifyReply {
  return reply.code(204).header('allow', methodsFor(operations, reply.request)).send()
}

/** Answers a method that is not offered: 405 with the methods for these operations. */
export function refuseMethod (reply: FastifyReply, operations: readonly Operation[]): never {
  reply.header('allow', methodsFor(operations, reply.request))
  throw methodNotAllowed(reply.request.method)
}
