import type { FastifyContextConfig } from 'fastify'
import type { Query } from '../../api/core/calls/call.js'

/** Options of the routes of pages, which are not part of the documentation of the API. */
export const PAGE = { schema: { hide: true } as object }

/** Options of the routes of pages for users who are signed in. */
export const SIGNED_IN: typeof PAGE & { config: FastifyContextConfig } = { ...PAGE, config: { needsSession: true } }

/** A parameter of a query as text; empty when it is missing or a list. */
export function textIn (query: Query, name: string): string {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}
