import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Query } from '../../api/core/calls/call.js'
import type { OfOne } from '../shared/address.js'

/** Options of the routes of pages, which are not part of the documentation of the API. */
export const PAGE = { schema: { hide: true } as object }

/** Options of the routes of pages for users who are signed in. */
export const SIGNED_IN: typeof PAGE & { config: FastifyContextConfig } = { ...PAGE, config: { needsSession: true } }

/** A parameter of a query as text; empty when it is missing or a list. */
export function textIn (query: Query, name: string): string {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Redirects from the address of a form to its page: the language switch on a page that answers a form links there.
 */
export function leadBack (
  fastify: FastifyInstance, form: string, pageOf: (request: FastifyRequest<OfOne>) => string
): void {
  fastify.get<OfOne>(form, SIGNED_IN, async (request, reply) => reply.vitrine.redirectTo(pageOf(request)))
}
