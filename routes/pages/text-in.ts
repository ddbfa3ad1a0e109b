import type { Query } from '../../api/core/calls/call.js'

/** A parameter of a query as text; empty when it is missing or a list. */
export function textIn (query: Query, name: string): string {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}
